/** How much of the backlog may be in memory. */
@NullMarked
package io.fila.core.memory;

import org.jspecify.annotations.NullMarked;
