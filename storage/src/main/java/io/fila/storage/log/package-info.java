/** The log that a turn is committed to: frames in segments, appended, replayed and given back. */
@NullMarked
package io.fila.storage.log;

import org.jspecify.annotations.NullMarked;
