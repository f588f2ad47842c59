/** Bytes that sort as their values do, and that know when they are damaged. */
@NullMarked
package io.fila.storage.codec;

import org.jspecify.annotations.NullMarked;
