/** What a request must pass before it becomes a command: limits, a name, and room. */
@NullMarked
package io.fila.server.enqueue;

import org.jspecify.annotations.NullMarked;
