/** A Lua 5.4 interpreter that cannot run away. */
@NullMarked
package io.fila.lua;

import org.jspecify.annotations.NullMarked;
