package io.fila.client;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A message on its way to a queue.
 *
 * <p>The fairness key, weight and throttle keys tell the scheduler about the message; an {@code on_enqueue} script of
 * the queue overrides them.
 *
 * @param fairnessKey the flow the message belongs to; empty means {@code "default"}
 * @param weight the share of that flow relative to others, an unsigned 32-bit number; 0 means 1
 * @param throttleKeys the token buckets that must all have a token before the message is delivered
 */
public record Outgoing(
        ByteString payload, Map<String, String> headers, String fairnessKey, long weight, List<String> throttleKeys) {
    private static final long MAX_WEIGHT = 0xFFFF_FFFFL;

    public Outgoing {
        if (weight < 0 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException(
                    "Expected a weight between 0 and " + MAX_WEIGHT + " but found " + weight);
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        throttleKeys = List.copyOf(throttleKeys);
    }

    /** A message of text, as UTF-8. */
    public static Outgoing of(String text) {
        return of(ByteString.copyFromUtf8(text));
    }

    /** A message of bytes, which are copied. */
    public static Outgoing of(byte[] bytes) {
        return of(ByteString.copyFrom(bytes));
    }

    public static Outgoing of(ByteString payload) {
        return new Outgoing(payload, Map.of(), "", 0, List.of());
    }

    public Outgoing withPayload(ByteString newPayload) {
        return new Outgoing(newPayload, headers, fairnessKey, weight, throttleKeys);
    }

    public Outgoing withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return withHeaders(more);
    }

    public Outgoing withHeaders(Map<String, String> newHeaders) {
        return new Outgoing(payload, newHeaders, fairnessKey, weight, throttleKeys);
    }

    public Outgoing withFairnessKey(String key) {
        return new Outgoing(payload, headers, key, weight, throttleKeys);
    }

    public Outgoing withWeight(long newWeight) {
        return new Outgoing(payload, headers, fairnessKey, newWeight, throttleKeys);
    }

    public Outgoing withThrottleKey(String key) {
        List<String> more = new ArrayList<>(throttleKeys);
        more.add(key);
        return withThrottleKeys(more);
    }

    public Outgoing withThrottleKeys(List<String> keys) {
        return new Outgoing(payload, headers, fairnessKey, weight, keys);
    }
}
