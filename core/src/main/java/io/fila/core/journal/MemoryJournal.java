package io.fila.core.journal;

import io.fila.core.Invariant;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.FlowChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A journal and archive that keep everything in maps: the twin of real storage, for tests, simulation and play. One thread. */
public final class MemoryJournal implements Journal, Archive {
    private static final Comparator<ReadyKey> READY_ORDER = Comparator.comparing(ReadyKey::queue)
            .thenComparing(ReadyKey::fairnessKey)
            .thenComparingLong(ReadyKey::position);
    private static final Comparator<FlowKey> FLOW_ORDER =
            Comparator.comparing(FlowKey::queue).thenComparing(FlowKey::fairnessKey);
    private static final Comparator<BodyKey> BODY_ORDER =
            Comparator.comparing(BodyKey::queue).thenComparing(BodyKey::id);

    private final Map<QueueId, QueueCreated> queues = new TreeMap<>();
    private final Map<FlowKey, FlowChanged> flows = new TreeMap<>(FLOW_ORDER);
    private final NavigableMap<ReadyKey, Entry> ready = new TreeMap<>(READY_ORDER);
    private final Map<BodyKey, MessageMoved> leased = new TreeMap<>(BODY_ORDER);
    private final Map<BodyKey, Body> bodies = new TreeMap<>(BODY_ORDER);
    private final Map<BodyKey, String> quarantined = new TreeMap<>(BODY_ORDER);

    private record ReadyKey(QueueId queue, String fairnessKey, long position) {}

    private record FlowKey(QueueId queue, String fairnessKey) {}

    private record BodyKey(QueueId queue, MessageId id) {}

    private record Entry(Envelope envelope, int attempts) {}

    @Override
    public void recover(Consumer<Record> reader) {
        queues.values().forEach(reader);
        flows.values().forEach(reader);
        leased.values().forEach(reader);
    }

    @Override
    public void commit(List<Record> records) {
        records.forEach(this::apply);
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, long afterPosition, int limit) {
        List<Message> messages = new ArrayList<>();
        long readThrough = afterPosition;
        ReadyKey from = new ReadyKey(queue, fairnessKey, afterPosition);
        ReadyKey to = new ReadyKey(queue, fairnessKey, Long.MAX_VALUE);
        for (Map.Entry<ReadyKey, Entry> entry :
                ready.subMap(from, false, to, true).entrySet()) {
            if (messages.size() == limit) {
                break;
            }
            readThrough = entry.getKey().position();
            Entry value = entry.getValue();
            Place place = new Place.Ready(queue, fairnessKey, readThrough);
            messages.add(new Message(value.envelope(), value.attempts(), place, null));
        }
        return new Page(messages, List.of(), readThrough);
    }

    @Override
    public @Nullable Body body(QueueId queue, MessageId id) {
        return bodies.get(new BodyKey(queue, id));
    }

    /** How many messages are stored, in whatever place. */
    public int messages() {
        return bodies.size();
    }

    private void apply(Record change) {
        switch (change) {
            case QueueCreated created -> queues.put(created.id(), created);
            case QueueDeleted deleted -> delete(deleted.id());
            case FlowChanged flow -> apply(flow);
            case MessageMoved moved -> apply(moved);
            case EntryDamaged damaged ->
                ready.remove(new ReadyKey(damaged.queue(), damaged.fairnessKey(), damaged.position()));
        }
    }

    private void apply(FlowChanged flow) {
        FlowKey key = new FlowKey(flow.queue(), flow.fairnessKey());
        if (flow.pending() == 0) {
            flows.remove(key);
        } else {
            flows.put(key, flow);
        }
    }

    private void apply(MessageMoved moved) {
        MessageId id = moved.envelope().id();
        switch (moved.from()) {
            case Place.Nowhere nowhere -> {}
            case Place.Ready at ->
                Invariant.check(
                        ready.remove(new ReadyKey(at.queue(), at.fairnessKey(), at.position())) != null,
                        "a message that leaves its flow was in it");
            case Place.Leased at ->
                Invariant.check(
                        leased.remove(new BodyKey(at.queue(), id)) != null, "a message whose lease ends had one");
            case Place.Quarantined at -> quarantined.remove(new BodyKey(at.queue(), id));
        }
        switch (moved.to()) {
            case Place.Nowhere nowhere -> {}
            case Place.Ready at ->
                Invariant.check(
                        ready.put(
                                        new ReadyKey(at.queue(), at.fairnessKey(), at.position()),
                                        new Entry(moved.envelope(), moved.attempts()))
                                == null,
                        "no two messages have one position");
            case Place.Leased at ->
                leased.put(
                        new BodyKey(at.queue(), id),
                        new MessageMoved(moved.envelope(), moved.attempts(), null, Place.NOWHERE, at));
            case Place.Quarantined at -> quarantined.put(new BodyKey(at.queue(), id), at.reason());
        }
        moveBody(moved, id);
    }

    private void moveBody(MessageMoved moved, MessageId id) {
        QueueId from = queueOf(moved.from());
        QueueId to = queueOf(moved.to());
        Body body = from == null ? moved.body() : bodies.remove(new BodyKey(from, id));
        Invariant.check(body != null, "a stored message has a body");
        if (to != null && body != null) {
            bodies.put(new BodyKey(to, id), body);
        }
    }

    private static @Nullable QueueId queueOf(Place place) {
        return switch (place) {
            case Place.Nowhere nowhere -> null;
            case Place.Ready at -> at.queue();
            case Place.Leased at -> at.queue();
            case Place.Quarantined at -> at.queue();
        };
    }

    private void delete(QueueId id) {
        queues.remove(id);
        flows.keySet().removeIf(key -> key.queue().equals(id));
        ready.keySet().removeIf(key -> key.queue().equals(id));
        leased.keySet().removeIf(key -> key.queue().equals(id));
        bodies.keySet().removeIf(key -> key.queue().equals(id));
        quarantined.keySet().removeIf(key -> key.queue().equals(id));
    }
}
