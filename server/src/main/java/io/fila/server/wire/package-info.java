/** The bytes of requests and deliveries, read and written in place so that a message is never taken apart. */
@NullMarked
package io.fila.server.wire;

import org.jspecify.annotations.NullMarked;
