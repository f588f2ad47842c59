/** What is told of a broker: to whoever asks for it, and to a receiver of OpenTelemetry's protocol. */
@NullMarked
package io.fila.server.telemetry;

import org.jspecify.annotations.NullMarked;
