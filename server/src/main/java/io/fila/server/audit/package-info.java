/** Who did what, from where, and what was refused: lines in a file of their own. */
@NullMarked
package io.fila.server.audit;

import org.jspecify.annotations.NullMarked;
