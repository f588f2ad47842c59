/** Turns values into bytes and back: keys sort as their values do, and a damaged value is noticed. */
@NullMarked
package io.fila.storage.codec;

import org.jspecify.annotations.NullMarked;
