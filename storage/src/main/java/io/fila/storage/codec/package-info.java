/** How values become bytes and back: keys that sort as their values do, values that know when they are damaged. */
@NullMarked
package io.fila.storage.codec;

import org.jspecify.annotations.NullMarked;
