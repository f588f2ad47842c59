/** The standard library, one file each part. Every loop charges the budget before it works. */
@NullMarked
package io.fila.lua.library;

import org.jspecify.annotations.NullMarked;
