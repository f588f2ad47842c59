/** What happens in the broker, counted: it listens to the tape of turns. */
@NullMarked
package io.fila.server.metrics;

import org.jspecify.annotations.NullMarked;
