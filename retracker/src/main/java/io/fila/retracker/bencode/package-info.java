/** The encoding of the protocol over HTTP, read strictly and within bounds. */
@NullMarked
package io.fila.retracker.bencode;

import org.jspecify.annotations.NullMarked;
