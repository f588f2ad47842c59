package io.fila.server.telemetry;

import io.fila.core.message.Place;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A message whose life is told as spans, and where it is in it. For the broker thread. */
final class TracedMessage {
    private static final double SECOND = TimeUnit.SECONDS.toNanos(1);

    private final TraceContext trace;

    /** The start of the span that is not over: it waits, or a consumer has it. */
    private long sinceNanos;

    /** The span of the delivery; 0 while it waits. */
    private long deliverySpan;

    private int attempt;

    /** Where it stands in line; null while it waits for its moment. */
    private Place.@Nullable Ready place;

    private long readyNanos;
    private Obstacles.@Nullable Reading before;

    TracedMessage(TraceContext trace) {
        this.trace = trace;
    }

    TraceContext trace() {
        return trace;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** It waits from now on, in line or for its moment. */
    void waits(Place where, Obstacles obstacles, long nowNanos) {
        sinceNanos = nowNanos;
        deliverySpan = 0;
        place = null;
        before = null;
        if (where instanceof Place.Ready ready) {
            standsInLine(ready, obstacles, nowNanos);
        }
    }

    void standsInLine(Place.Ready where, Obstacles obstacles, long nowNanos) {
        place = where;
        readyNanos = nowNanos;
        before = obstacles.read(where, nowNanos);
    }

    /** A consumer has it from now on. */
    void leased(long span, int attempts, long nowNanos) {
        sinceNanos = nowNanos;
        deliverySpan = span;
        attempt = attempts;
    }

    long deliverySpan() {
        return deliverySpan;
    }

    /** Which try the delivery is, from 1. */
    long attempt() {
        return attempt + 1L;
    }

    /**
     * What it waited for, in seconds each, and which of them for longest. What nothing else explains it waited for its turn, or for
     * a consumer that could take it.
     */
    Map<String, Object> reasons(Obstacles obstacles, long nowNanos) {
        Map<String, Long> nanos = new LinkedHashMap<>();
        Place.Ready inLine = place;
        long total = nowNanos - sinceNanos;
        if (inLine == null || before == null) {
            nanos.put("scheduled", total);
        } else {
            Obstacles.Reading held = obstacles.read(inLine, nowNanos).since(before);
            long scheduled = readyNanos - sinceNanos;
            nanos.put("scheduled", scheduled);
            nanos.put("paused", held.pausedNanos());
            nanos.put("no_consumer", held.desertedNanos());
            nanos.put("throttled", held.throttledNanos());
            nanos.put("turn", total - scheduled - held.pausedNanos() - held.desertedNanos() - held.throttledNanos());
        }
        Map<String, Object> reasons = new LinkedHashMap<>();
        String longest = "turn";
        long most = 0;
        for (Map.Entry<String, Long> reason : nanos.entrySet()) {
            if (reason.getValue() > 0) {
                reasons.put("fila.wait." + reason.getKey() + "_seconds", (double) reason.getValue() / SECOND);
                if (reason.getValue() > most) {
                    most = reason.getValue();
                    longest = reason.getKey();
                }
            }
        }
        reasons.put("fila.wait.reason", longest);
        if (inLine != null && reasons.containsKey("fila.wait.throttled_seconds")) {
            reasons.put("fila.throttle_key", obstacles.throttleKey(inLine));
        }
        return reasons;
    }
}
