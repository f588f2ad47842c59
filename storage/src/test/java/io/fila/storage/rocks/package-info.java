/** RocksDB's files, whole and damaged. */
@NullMarked
package io.fila.storage.rocks;

import org.jspecify.annotations.NullMarked;
