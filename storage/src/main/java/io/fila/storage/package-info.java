/** RocksDB behind the broker's ports. */
@NullMarked
package io.fila.storage;

import org.jspecify.annotations.NullMarked;
