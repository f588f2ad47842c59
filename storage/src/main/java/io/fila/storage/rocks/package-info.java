/** RocksDB as this program uses it: its families, its tuning, its files and its failures. */
@NullMarked
package io.fila.storage.rocks;

import org.jspecify.annotations.NullMarked;
