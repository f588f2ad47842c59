/** What one pass of the loop decides, and the pages that it sends for. */
@NullMarked
package io.fila.core.turn;

import org.jspecify.annotations.NullMarked;
