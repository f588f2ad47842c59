/** What a queue is, as values: its name, its configuration, and what can be read off it. */
@NullMarked
package io.fila.core.queue;

import org.jspecify.annotations.NullMarked;
