/** The calls of producers and consumers: enqueue, consume, settle, cancel. */
@NullMarked
package io.fila.server.grpc.message;

import org.jspecify.annotations.NullMarked;
