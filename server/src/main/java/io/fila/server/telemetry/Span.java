package io.fila.server.telemetry;

import java.util.Map;

/**
 * A stretch of a message's life.
 *
 * @param trace whose life, and the span it hangs on
 * @param remote whether somebody asked for it from outside
 * @param endNanos 0 while it lasts until its turn is durable
 * @param attributes texts, whole numbers, and numbers
 * @param failed whether it ended otherwise than it was meant to
 */
record Span(
        TraceContext trace,
        long id,
        String name,
        boolean remote,
        long startNanos,
        long endNanos,
        Map<String, Object> attributes,
        boolean failed) {
    Span endedBy(long nanos) {
        return endNanos != 0
                ? this
                : new Span(trace, id, name, remote, startNanos, Math.max(startNanos, nanos), attributes, failed);
    }
}
