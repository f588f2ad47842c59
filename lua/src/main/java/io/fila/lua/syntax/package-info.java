/** From the text of a script to its syntax tree, with every name resolved. */
@NullMarked
package io.fila.lua.syntax;

import org.jspecify.annotations.NullMarked;
