package io.fila.server.telemetry;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.fairness.Lane;
import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.tape.Cause;
import io.fila.server.config.Config;
import io.fila.server.host.BrokerListener;
import io.fila.server.wire.EncodedContent;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tells the life of some messages as spans, from what the tape tells: it is taken in, waits, is with a consumer, is acked. Spans
 * leave when the turn in which they ended is durable. For the broker thread.
 */
final class Tracer implements BrokerListener {
    /** How a stretch of a life is meant to end. */
    private static final Set<Cause> MEANT = EnumSet.of(Cause.LEASED, Cause.ACKED, Cause.MOVED, Cause.REDRIVEN);

    private final SpanBuffer spans;
    private final int oneIn;
    private final SplittableRandom random = new SplittableRandom();
    private final Obstacles obstacles = new Obstacles();
    private final Map<QueueId, String> names = new HashMap<>();
    private final Map<MessageId, TracedMessage> messages;
    private final List<Span> ofThisTurn = new ArrayList<>();
    private long nowNanos;
    private long beganNanos;

    Tracer(Config.Traces settings, SpanBuffer spans) {
        this.spans = spans;
        this.oneIn = settings.oneIn();
        this.messages = new RecentlyUsed<>(settings.messages());
    }

    // ---- turns ----

    @Override
    public void began(long atNanos, int commands) {
        leave(nowNanos);
        nowNanos = atNanos;
        beganNanos = System.nanoTime();
    }

    @Override
    public void appended(long nanos) {}

    @Override
    public void synced(long nanos) {}

    @Override
    public void committed(int records, long nanos) {
        leave(nowNanos + System.nanoTime() - beganNanos);
    }

    private void leave(long endNanos) {
        for (Span span : ofThisTurn) {
            spans.add(span.endedBy(endNanos));
        }
        ofThisTurn.clear();
    }

    // ---- messages ----

    @Override
    public void moved(Message message, Place from, Place to, Cause cause) {
        if (from instanceof Place.Nowhere) {
            begin(message, to);
            return;
        }
        TracedMessage known = messages.isEmpty() ? null : messages.get(message.id());
        if (known == null) {
            return;
        }
        switch (cause) {
            case CAME_DUE -> {
                if (to instanceof Place.Ready ready) {
                    known.standsInLine(ready, obstacles, nowNanos);
                }
            }
            case LEASED -> {
                waited(known, message, from, cause);
                known.leased(newId(), message.attempts(), nowNanos);
            }
            case ACKED -> {
                delivered(known, message, from, cause);
                asked(known.trace().under(known.deliverySpan()), "ack", message, from, nowNanos);
                messages.remove(message.id());
            }
            case NACKED, LEASE_EXPIRED -> {
                delivered(known, message, from, cause);
                known.waits(to, obstacles, nowNanos);
            }
            case DEAD_LETTERED, QUARANTINED -> {
                delivered(known, message, from, cause);
                messages.remove(message.id());
            }
            case MOVED, REDRIVEN -> {
                waited(known, message, from, cause);
                known.waits(to, obstacles, nowNanos);
            }
            case CANCELLED, PURGED, EXPIRED, CROWDED_OUT -> {
                waited(known, message, from, cause);
                messages.remove(message.id());
            }
            case ACCEPTED, EXTENDED -> {}
        }
    }

    private void begin(Message message, Place to) {
        TraceContext trace = trace(message);
        if (trace == null) {
            return;
        }
        // The edge gave it its id when its script had decided; the way to the broker thread lies between.
        long cameNanos = TimeUnit.MILLISECONDS.toNanos(message.id().high() >>> 16);
        asked(trace, "enqueue", message, to, Math.min(nowNanos, cameNanos));
        TracedMessage traced = new TracedMessage(trace);
        traced.waits(to, obstacles, nowNanos);
        messages.put(message.id(), traced);
    }

    /** The trace that a message belongs to: its sender's, if that wants it seen, or one of its own for some of the others. */
    private @Nullable TraceContext trace(Message message) {
        String header = message.body() == null ? null : EncodedContent.header(message.body(), TraceContext.HEADER);
        TraceContext parent = header == null ? null : TraceContext.parse(header);
        if (parent != null) {
            return parent.sampled() ? parent : null;
        }
        return oneIn > 0 && random.nextInt(oneIn) == 0 ? new TraceContext(newId(), newId(), 0, true) : null;
    }

    // ---- spans ----

    /** Somebody asked for something, which is done when it is durable. */
    private void asked(TraceContext trace, String what, Message message, Place where, long startNanos) {
        ofThisTurn.add(new Span(
                trace,
                newId(),
                what + " " + queue(where),
                true,
                startNanos,
                0,
                attributes(what, message, where),
                false));
    }

    private void waited(TracedMessage known, Message message, Place where, Cause end) {
        Map<String, Object> attributes = attributes("wait", message, where);
        attributes.putAll(known.reasons(obstacles, nowNanos));
        over(known, newId(), "wait", where, attributes, end);
    }

    private void delivered(TracedMessage known, Message message, Place where, Cause end) {
        Map<String, Object> attributes = attributes("delivery", message, where);
        attributes.put("fila.attempt", known.attempt());
        over(known, known.deliverySpan(), "delivery", where, attributes, end);
    }

    private void over(
            TracedMessage known, long id, String what, Place where, Map<String, Object> attributes, Cause end) {
        attributes.put("fila.outcome", end.name().toLowerCase(Locale.ROOT));
        ofThisTurn.add(new Span(
                known.trace(),
                id,
                what + " " + queue(where),
                false,
                known.sinceNanos(),
                nowNanos,
                attributes,
                !MEANT.contains(end)));
    }

    /** What OpenTelemetry's conventions for messaging have a name for, and what they have none for. */
    private Map<String, Object> attributes(String what, Message message, Place where) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("messaging.system", "fila");
        attributes.put("messaging.operation.name", what);
        attributes.put("messaging.destination.name", queue(where));
        attributes.put("messaging.message.id", message.id().toString());
        attributes.put("fila.fairness_key", message.envelope().fairnessKey());
        return attributes;
    }

    private String queue(Place place) {
        return names.getOrDefault(place.queue(), "");
    }

    /** Zero would be none. */
    private long newId() {
        return random.nextLong() | 1;
    }

    // ---- what holds messages up ----

    @Override
    public void chosen(Lane lane, long deficit, boolean ahead) {
        obstacles.served(lane.flow().queue(), lane.flow().key(), lane.id(), nowNanos);
    }

    @Override
    public void parked(Lane lane, String throttleKey, long untilNanos) {
        obstacles.parked(lane.flow().queue(), lane.flow().key(), lane.id(), throttleKey, nowNanos);
    }

    @Override
    public void paused(QueueId queue, String fairnessKey, boolean stopped) {
        obstacles.paused(queue, fairnessKey, stopped, nowNanos);
    }

    @Override
    public void attached(QueueId queue, ConsumerId consumer) {
        obstacles.attached(queue, nowNanos);
    }

    @Override
    public void granted(QueueId queue, ConsumerId consumer, int credit) {
        // Whether there is credit changes with every message; what waits for it waits for its turn.
    }

    @Override
    public void detached(QueueId queue, ConsumerId consumer) {
        obstacles.detached(queue, nowNanos);
    }

    /** What was paused before the broker started is no step of a turn. */
    void learn(BrokerGauges gauges) {
        for (QueueGauges queue : gauges.queues()) {
            if (queue.paused()) {
                obstacles.paused(queue.id(), "", true, nowNanos);
            }
        }
    }

    @Override
    public void noticed(Record change) {
        switch (change) {
            case QueueCreated created -> names.put(created.id(), created.name().value());
            case QueueDeleted deleted -> {
                names.remove(deleted.id());
                obstacles.forget(deleted.id());
            }
            default -> {}
        }
    }

    @Override
    public void scriptRan(QueueName queue, long nanos) {
        // Whose call it was is not known here.
    }
}
