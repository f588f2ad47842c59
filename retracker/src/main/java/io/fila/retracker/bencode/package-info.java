/** Bencode, the encoding of the HTTP protocol, read strictly and within bounds. */
@NullMarked
package io.fila.retracker.bencode;

import org.jspecify.annotations.NullMarked;
