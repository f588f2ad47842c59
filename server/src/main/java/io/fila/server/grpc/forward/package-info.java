/** Calls that another node or several shards have to answer, forwarded as bytes or in parts. */
@NullMarked
package io.fila.server.grpc.forward;

import org.jspecify.annotations.NullMarked;
