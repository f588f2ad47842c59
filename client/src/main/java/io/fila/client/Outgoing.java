package io.fila.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Timestamp;
import io.fila.proto.v1.EnqueueRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message to send to a queue.
 *
 * <p>The scheduler uses the fairness key, weight and throttle keys. The queue's {@code on_enqueue} script overrides them.
 *
 * @param fairnessKey the flow the message belongs to; empty means {@code "default"}
 * @param weight the share of that flow relative to others, an unsigned 32-bit number; 0 means 1
 * @param throttleKeys the token buckets that must all have a token before the message is delivered
 * @param delay deliver no sooner than this long after the broker accepted it; not together with {@code deliverAt}
 * @param deliverAt deliver no sooner than this time, by the broker's clock
 * @param dedupKey while the queue has a message with this key, another one is not stored; empty means none
 * @param ttl drop the message if it is not delivered within this time after it first could be
 */
public record Outgoing(
        ByteString payload,
        Map<String, String> headers,
        String fairnessKey,
        long weight,
        List<String> throttleKeys,
        @Nullable Duration delay,
        @Nullable Instant deliverAt,
        String dedupKey,
        @Nullable Duration ttl) {
    private static final long MAX_WEIGHT = 0xFFFF_FFFFL;

    public Outgoing {
        int unused = wireWeight(weight);
        if (delay != null && deliverAt != null) {
            throw new IllegalArgumentException("Expected a delay or a delivery time but found both");
        }
        if (delay != null && delay.isNegative()) {
            throw new IllegalArgumentException("Expected a delay of zero or more but found " + delay);
        }
        if (ttl != null && ttl.toMillis() < 1) {
            throw new IllegalArgumentException("Expected a time to live of at least 1 ms but found " + ttl);
        }
        // Most have none, and each step of a chain of with… comes here.
        headers = headers.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(headers));
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
        return new Outgoing(payload, Map.of(), "", 0, List.of(), null, null, "", null);
    }

    public Outgoing withPayload(ByteString newPayload) {
        return new Outgoing(newPayload, headers, fairnessKey, weight, throttleKeys, delay, deliverAt, dedupKey, ttl);
    }

    public Outgoing withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return withHeaders(more);
    }

    public Outgoing withHeaders(Map<String, String> newHeaders) {
        return new Outgoing(payload, newHeaders, fairnessKey, weight, throttleKeys, delay, deliverAt, dedupKey, ttl);
    }

    public Outgoing withFairnessKey(String key) {
        return new Outgoing(payload, headers, key, weight, throttleKeys, delay, deliverAt, dedupKey, ttl);
    }

    public Outgoing withWeight(long newWeight) {
        return new Outgoing(payload, headers, fairnessKey, newWeight, throttleKeys, delay, deliverAt, dedupKey, ttl);
    }

    public Outgoing withThrottleKey(String key) {
        List<String> more = new ArrayList<>(throttleKeys);
        more.add(key);
        return withThrottleKeys(more);
    }

    public Outgoing withThrottleKeys(List<String> keys) {
        return new Outgoing(payload, headers, fairnessKey, weight, keys, delay, deliverAt, dedupKey, ttl);
    }

    /** Delivers no sooner than this long after the broker accepted it. Replaces a delivery time. */
    public Outgoing withDelay(Duration newDelay) {
        return new Outgoing(payload, headers, fairnessKey, weight, throttleKeys, newDelay, null, dedupKey, ttl);
    }

    /** Delivers no sooner than this time. Replaces a delay. */
    public Outgoing withDeliverAt(Instant moment) {
        return new Outgoing(payload, headers, fairnessKey, weight, throttleKeys, null, moment, dedupKey, ttl);
    }

    public Outgoing withDedupKey(String key) {
        return new Outgoing(payload, headers, fairnessKey, weight, throttleKeys, delay, deliverAt, key, ttl);
    }

    public Outgoing withTtl(Duration newTtl) {
        return new Outgoing(payload, headers, fairnessKey, weight, throttleKeys, delay, deliverAt, dedupKey, newTtl);
    }

    /** A weight as the wire has it: without a sign. */
    static int wireWeight(long weight) {
        if (weight < 0 || weight > MAX_WEIGHT) {
            throw new IllegalArgumentException(
                    "Expected a weight between 0 and " + MAX_WEIGHT + " but found " + weight);
        }
        return (int) weight;
    }

    /** The wire form, with its trace in the headers unless the producer has set one. */
    EnqueueRequest request(String queue, @Nullable TraceContext trace) {
        EnqueueRequest.Builder request = EnqueueRequest.newBuilder()
                .setQueue(queue)
                .setPayload(payload)
                .setFairnessKey(fairnessKey)
                .setWeight(wireWeight(weight))
                .setDedupKey(dedupKey);
        // Adding none would make room for some.
        if (!headers.isEmpty()) {
            request.putAllHeaders(headers);
        }
        if (!throttleKeys.isEmpty()) {
            request.addAllThrottleKeys(throttleKeys);
        }
        if (delay != null) {
            request.setDelayMs(delay.toMillis());
        }
        if (deliverAt != null) {
            request.setDeliverAt(Timestamp.newBuilder()
                    .setSeconds(deliverAt.getEpochSecond())
                    .setNanos(deliverAt.getNano()));
        }
        if (ttl != null) {
            request.setTtlMs(ttl.toMillis());
        }
        if (trace != null && !headers.containsKey(TraceContext.TRACEPARENT)) {
            request.putHeaders(TraceContext.TRACEPARENT, trace.traceparent());
            if (!trace.tracestate().isEmpty()) {
                request.putHeaders(TraceContext.TRACESTATE, trace.tracestate());
            }
        }
        return request.build();
    }
}
