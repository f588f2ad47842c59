/** What operators tell a broker and what it tells them: queues, statistics, API keys, permissions. */
@NullMarked
package io.fila.client.admin;

import org.jspecify.annotations.NullMarked;
