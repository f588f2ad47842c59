package io.fila.client;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A place in a distributed trace, as the W3C writes it in headers.
 *
 * @param traceparent version, trace id, span id and flags, such as
 *     {@code 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01}
 * @param tracestate what vendors add; empty for nothing
 */
public record TraceContext(String traceparent, String tracestate) {
    public static final String TRACEPARENT = "traceparent";
    public static final String TRACESTATE = "tracestate";

    private static final Pattern FORM = Pattern.compile("[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?");

    public TraceContext {
        if (!FORM.matcher(traceparent).matches()) {
            throw new IllegalArgumentException(
                    "Expected a traceparent like 00-<32 hex digits>-<16 hex digits>-01 but found \"" + traceparent
                            + "\"");
        }
    }

    public static TraceContext of(String traceparent) {
        return new TraceContext(traceparent, "");
    }

    /** What a message's headers say, if that can be read. */
    static Optional<TraceContext> in(Map<String, String> headers) {
        String traceparent = headers.get(TRACEPARENT);
        return traceparent == null || !FORM.matcher(traceparent).matches()
                ? Optional.empty()
                : Optional.of(new TraceContext(traceparent, headers.getOrDefault(TRACESTATE, "")));
    }
}
