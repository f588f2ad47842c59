/** Lua behind core's hook ports: what scripts are asked, what they may answer, and the breaker around them. */
@NullMarked
package io.fila.scripting;

import org.jspecify.annotations.NullMarked;
