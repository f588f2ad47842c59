@NullMarked
package io.fila.storage.log;

import org.jspecify.annotations.NullMarked;
