/** The ready messages of a queue: who is next, whose heads are in memory, and who leaves without a delivery. */
@NullMarked
package io.fila.core.ready;

import org.jspecify.annotations.NullMarked;
