/** Who calls, and what a key must allow before a call begins. */
@NullMarked
package io.fila.server.grpc.access;

import org.jspecify.annotations.NullMarked;
