/** Why a message waits: where it stands, what is in its way, and what would release it. */
@NullMarked
package io.fila.core.explain;

import org.jspecify.annotations.NullMarked;
