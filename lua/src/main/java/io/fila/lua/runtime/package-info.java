/** The values of Lua, what they do, and the budget that every step of a running script is charged to. */
@NullMarked
package io.fila.lua.runtime;

import org.jspecify.annotations.NullMarked;
