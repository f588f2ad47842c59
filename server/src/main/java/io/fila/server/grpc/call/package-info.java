/** How any call is taken: its frames, its bytes in memory, its status, and the way of commands to the broker. */
@NullMarked
package io.fila.server.grpc.call;

import org.jspecify.annotations.NullMarked;
