package io.fila.server.telemetry;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A place in a trace, as the W3C has it: the trace and the span that others hang on.
 *
 * @param high the first half of the trace's id
 * @param low its second half
 * @param span the span; 0 for none, where a trace begins
 * @param sampled whether whoever began the trace wants it to be seen
 */
record TraceContext(long high, long low, long span, boolean sampled) {
    /** The header of a message that carries it. */
    static final String HEADER = "traceparent";

    /** A later version may have more behind another hyphen; the first has no more, and ff is none. */
    private static final Pattern FORM =
            Pattern.compile("(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?");

    private static final int HEX = 16;
    private static final int SAMPLED = 1;

    /** The same trace, under another span. */
    TraceContext under(long other) {
        return new TraceContext(high, low, other, sampled);
    }

    /** Reads a header; null if it is not what the W3C says, and then it is as if there were none. */
    static @Nullable TraceContext parse(String header) {
        var parts = FORM.matcher(header);
        if (!parts.matches() || (parts.group(1).equals("00") && parts.group(5) != null)) {
            return null;
        }
        String trace = parts.group(2);
        TraceContext context = new TraceContext(
                Long.parseUnsignedLong(trace.substring(0, HEX), HEX),
                Long.parseUnsignedLong(trace.substring(HEX), HEX),
                Long.parseUnsignedLong(parts.group(3), HEX),
                (Integer.parseInt(parts.group(4), HEX) & SAMPLED) != 0);
        return (context.high | context.low) == 0 || context.span == 0 ? null : context;
    }
}
