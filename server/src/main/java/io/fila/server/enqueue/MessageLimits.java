package io.fila.server.enqueue;

import io.fila.core.Limits;
import io.fila.core.reply.Refusal;
import io.fila.server.wire.EncodedEnqueue;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * How large a message may be in each of its parts.
 *
 * @param payloadBytes bytes of a payload; more are refused with INVALID_ARGUMENT
 */
public record MessageLimits(int payloadBytes) {
    private static final int MAX_BYTES_PER_CHAR = 3;

    /** What is too large about the request, or null if nothing is. */
    public @Nullable Refusal objection(EncodedEnqueue request) {
        if (request.payloadBytes() > payloadBytes) {
            return tooMuch("a payload of at most " + payloadBytes + " bytes", request.payloadBytes());
        }
        if (request.headers() > Limits.HEADERS) {
            return tooMuch("at most " + Limits.HEADERS + " headers", request.headers());
        }
        if (request.headerBytes() > Limits.HEADER_BYTES) {
            return tooMuch("headers of at most " + Limits.HEADER_BYTES + " bytes together", request.headerBytes());
        }
        if (request.throttleKeys().size() > Limits.THROTTLE_KEYS) {
            return tooMuch(
                    "at most " + Limits.THROTTLE_KEYS + " throttle keys",
                    request.throttleKeys().size());
        }
        Refusal refusal = objection("fairness key", request.fairnessKey());
        for (int i = 0; refusal == null && i < request.throttleKeys().size(); i++) {
            refusal = objection("throttle key", request.throttleKeys().get(i));
        }
        return refusal;
    }

    /** What is too large about a key, or null if nothing is. */
    public static @Nullable Refusal objection(String what, String key) {
        if (key.length() <= Limits.KEY_BYTES / MAX_BYTES_PER_CHAR) {
            return null;
        }
        int bytes = key.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= Limits.KEY_BYTES
                ? null
                : tooMuch("a " + what + " of at most " + Limits.KEY_BYTES + " bytes", bytes);
    }

    private static Refusal tooMuch(String expected, int found) {
        return Refusal.invalid("Expected " + expected + " but found " + found + "; send less.");
    }
}
