/** The gRPC edge: calls in, answers and deliveries out. */
@NullMarked
package io.fila.server.grpc;

import org.jspecify.annotations.NullMarked;
