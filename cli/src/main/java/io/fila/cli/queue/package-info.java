/** Commands about queues. */
@NullMarked
package io.fila.cli.queue;

import org.jspecify.annotations.NullMarked;
