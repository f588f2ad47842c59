/** Reads what a broker tells operators off the wire. Not for users of the client. */
@NullMarked
package io.fila.client.wire;

import org.jspecify.annotations.NullMarked;
