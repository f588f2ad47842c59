package io.fila.core.journal;

import io.fila.core.Invariant;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.DedupChanged;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.EntryDamaged;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.QueueDeleted;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.core.schedule.Moment;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A journal and archive in memory: stands in for storage in tests, simulation and embedded use. For one thread. */
public final class MemoryJournal implements Journal, Archive {
    private static final Comparator<ReadyKey> READY_ORDER = Comparator.comparing(ReadyKey::queue)
            .thenComparing(ReadyKey::fairnessKey)
            .thenComparing(ReadyKey::lane)
            .thenComparingLong(ReadyKey::position);
    private static final Comparator<LaneKey> LANE_ORDER = Comparator.comparing(LaneKey::queue)
            .thenComparing(LaneKey::fairnessKey)
            .thenComparing(LaneKey::lane);
    private static final Comparator<DueKey> DUE_ORDER =
            Comparator.comparing(DueKey::queue).thenComparing(DueKey::moment);
    private static final Comparator<NameKey> NAME_ORDER =
            Comparator.comparing(NameKey::queue).thenComparing(NameKey::name);
    private static final Comparator<BodyKey> BODY_ORDER =
            Comparator.comparing(BodyKey::queue).thenComparing(BodyKey::id);

    private final Map<QueueId, QueueCreated> queues = new TreeMap<>();
    private final Map<LaneKey, LaneChanged> lanes = new TreeMap<>(LANE_ORDER);
    private final NavigableMap<ReadyKey, Entry> ready = new TreeMap<>(READY_ORDER);
    private final NavigableMap<DueKey, Entry> scheduled = new TreeMap<>(DUE_ORDER);
    private final Map<QueueId, ScheduleChanged> schedules = new TreeMap<>();
    private final Map<String, BucketChanged> buckets = new TreeMap<>();
    private final Map<String, ConfigChanged> settings = new TreeMap<>();
    private final Map<String, KeyChanged> keys = new TreeMap<>();
    private final Map<NameKey, DeliveryPaused> pauses = new TreeMap<>(NAME_ORDER);
    private final Map<NameKey, DedupChanged> dedupKeys = new TreeMap<>(NAME_ORDER);
    private final Map<BodyKey, MessageMoved> leased = new TreeMap<>(BODY_ORDER);
    private final Map<BodyKey, Body> bodies = new TreeMap<>(BODY_ORDER);
    private final Map<BodyKey, String> quarantined = new TreeMap<>(BODY_ORDER);
    private long turns;

    private record ReadyKey(QueueId queue, String fairnessKey, String lane, long position) {}

    private record LaneKey(QueueId queue, String fairnessKey, String lane) {}

    private record DueKey(QueueId queue, Moment moment) {}

    private record BodyKey(QueueId queue, MessageId id) {}

    private record NameKey(QueueId queue, String name) {}

    private record Entry(Envelope envelope, int attempts) {}

    /** The same once more, to go a way of its own. */
    public MemoryJournal copy() {
        MemoryJournal copy = new MemoryJournal();
        copy.queues.putAll(queues);
        copy.lanes.putAll(lanes);
        copy.ready.putAll(ready);
        copy.scheduled.putAll(scheduled);
        copy.schedules.putAll(schedules);
        copy.buckets.putAll(buckets);
        copy.settings.putAll(settings);
        copy.keys.putAll(keys);
        copy.pauses.putAll(pauses);
        copy.dedupKeys.putAll(dedupKeys);
        copy.leased.putAll(leased);
        copy.bodies.putAll(bodies);
        copy.quarantined.putAll(quarantined);
        copy.turns = turns;
        return copy;
    }

    /** Everything that is stored, to be compared with what another one stores. */
    public List<Map<?, ?>> content() {
        return List.of(
                queues,
                lanes,
                ready,
                scheduled,
                schedules,
                buckets,
                settings,
                keys,
                pauses,
                dedupKeys,
                leased,
                bodies,
                quarantined);
    }

    @Override
    public void recover(Consumer<Record> reader) {
        keys.values().forEach(reader);
        settings.values().forEach(reader);
        buckets.values().forEach(reader);
        queues.values().forEach(reader);
        lanes.values().forEach(reader);
        schedules.values().forEach(reader);
        pauses.values().forEach(reader);
        dedupKeys.values().forEach(reader);
        leased.values().forEach(reader);
    }

    @Override
    public long append(List<Record> records) {
        commit(records);
        return turns;
    }

    /** Takes all records of a turn. */
    public void commit(List<Record> records) {
        records.forEach(this::apply);
        turns++;
    }

    @Override
    public long confirm() {
        return turns;
    }

    @Override
    public long durable(boolean idle) {
        return turns;
    }

    @Override
    public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
        List<Message> messages = new ArrayList<>();
        long readThrough = afterPosition;
        ReadyKey from = new ReadyKey(queue, fairnessKey, lane, afterPosition);
        ReadyKey to = new ReadyKey(queue, fairnessKey, lane, Long.MAX_VALUE);
        for (Map.Entry<ReadyKey, Entry> entry :
                ready.subMap(from, false, to, true).entrySet()) {
            if (messages.size() == limit) {
                return new Page(messages, List.of(), readThrough, false);
            }
            readThrough = entry.getKey().position();
            Entry value = entry.getValue();
            Place place = new Place.Ready(queue, fairnessKey, lane, readThrough);
            messages.add(new Message(value.envelope(), value.attempts(), place, null));
        }
        return new Page(messages, List.of(), readThrough, true);
    }

    @Override
    public SchedulePage schedule(QueueId queue, Moment after, int limit) {
        TreeMap<Moment, Message> messages = new TreeMap<>();
        for (Map.Entry<DueKey, Entry> entry :
                scheduled.tailMap(new DueKey(queue, after), false).entrySet()) {
            Moment moment = entry.getKey().moment();
            if (!entry.getKey().queue().equals(queue)) {
                break;
            }
            if (messages.size() == limit) {
                return new SchedulePage(messages, false);
            }
            Place place = new Place.Scheduled(queue, moment.dueNanos());
            messages.put(
                    moment,
                    new Message(entry.getValue().envelope(), entry.getValue().attempts(), place, null));
        }
        return new SchedulePage(messages, true);
    }

    @Override
    public MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit) {
        List<Message> all = inPlace(queue, kind).stream()
                .filter(message -> fairnessKey.isEmpty() || flowOf(message).equals(fairnessKey))
                .toList();
        int from = after.isEmpty() ? 0 : Math.min(Integer.parseInt(after), all.size());
        int to = from + Math.min(limit, all.size() - from);
        return new MessagePage(all.subList(from, to), to < all.size() ? Integer.toString(to) : "");
    }

    private static String flowOf(Message message) {
        return message.place() instanceof Place.Ready at
                ? at.fairnessKey()
                : message.envelope().fairnessKey();
    }

    private List<Message> inPlace(QueueId queue, PlaceKind kind) {
        List<Message> all = new ArrayList<>();
        switch (kind) {
            case PENDING ->
                ready.forEach((key, entry) -> {
                    Place place = new Place.Ready(key.queue(), key.fairnessKey(), key.lane(), key.position());
                    all.add(new Message(entry.envelope(), entry.attempts(), place, null));
                });
            case SCHEDULED ->
                scheduled.forEach((key, entry) -> {
                    Place place = new Place.Scheduled(key.queue(), key.moment().dueNanos());
                    all.add(new Message(entry.envelope(), entry.attempts(), place, null));
                });
            case LEASED ->
                leased.values()
                        .forEach(lease -> all.add(new Message(lease.envelope(), lease.attempts(), lease.to(), null)));
        }
        all.removeIf(message -> !queue.equals(message.place().queue()));
        return all;
    }

    @Override
    public @Nullable Envelope envelope(QueueId queue, MessageId id) {
        return Stream.of(PlaceKind.values())
                .flatMap(kind -> inPlace(queue, kind).stream())
                .filter(message -> message.id().equals(id))
                .map(Message::envelope)
                .findFirst()
                .orElse(null);
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
            case LaneChanged lane -> apply(lane);
            case ScheduleChanged schedule -> apply(schedule);
            case BucketChanged bucket -> apply(bucket);
            case ConfigChanged config -> apply(config);
            case KeyChanged key -> apply(key);
            case DeliveryPaused pause -> apply(pause);
            case DedupChanged dedup -> apply(dedup);
            case MessageMoved moved -> apply(moved);
            case EntryDamaged damaged ->
                ready.remove(new ReadyKey(damaged.queue(), damaged.fairnessKey(), damaged.lane(), damaged.position()));
        }
    }

    private void apply(LaneChanged lane) {
        LaneKey key = new LaneKey(lane.queue(), lane.fairnessKey(), lane.lane());
        if (lane.pending() == 0) {
            lanes.remove(key);
        } else {
            lanes.put(key, lane);
        }
    }

    private void apply(ScheduleChanged schedule) {
        if (schedule.scheduled() == 0) {
            schedules.remove(schedule.queue());
        } else {
            schedules.put(schedule.queue(), schedule);
        }
    }

    private void apply(BucketChanged bucket) {
        if (bucket.rate() == null) {
            buckets.remove(bucket.throttleKey());
        } else {
            buckets.put(bucket.throttleKey(), bucket);
        }
    }

    private void apply(ConfigChanged config) {
        if (config.value() == null) {
            settings.remove(config.key());
        } else {
            settings.put(config.key(), config);
        }
    }

    private void apply(KeyChanged key) {
        if (key.key() == null) {
            keys.remove(key.id());
        } else {
            keys.put(key.id(), key);
        }
    }

    private void apply(DeliveryPaused pause) {
        NameKey key = new NameKey(pause.queue(), pause.fairnessKey());
        if (pause.paused()) {
            pauses.put(key, pause);
        } else {
            pauses.remove(key);
        }
    }

    private void apply(DedupChanged dedup) {
        NameKey key = new NameKey(dedup.queue(), dedup.dedupKey());
        if (dedup.holder() == null) {
            dedupKeys.remove(key);
        } else {
            dedupKeys.put(key, dedup);
        }
    }

    private void apply(MessageMoved moved) {
        MessageId id = moved.envelope().id();
        switch (moved.from()) {
            case Place.Nowhere nowhere -> {}
            case Place.Ready at ->
                Invariant.check(
                        ready.remove(new ReadyKey(at.queue(), at.fairnessKey(), at.lane(), at.position())) != null,
                        "a message that leaves its flow was in it");
            case Place.Scheduled at ->
                Invariant.check(
                        scheduled.remove(new DueKey(at.queue(), new Moment(at.dueNanos(), id))) != null,
                        "a message that leaves the schedule was on it");
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
                                        new ReadyKey(at.queue(), at.fairnessKey(), at.lane(), at.position()),
                                        new Entry(moved.envelope(), moved.attempts()))
                                == null,
                        "no two messages have one position");
            case Place.Scheduled at ->
                scheduled.put(
                        new DueKey(at.queue(), new Moment(at.dueNanos(), id)),
                        new Entry(moved.envelope(), moved.attempts()));
            case Place.Leased at ->
                leased.put(
                        new BodyKey(at.queue(), id),
                        new MessageMoved(moved.envelope(), moved.attempts(), null, Place.NOWHERE, at));
            case Place.Quarantined at -> quarantined.put(new BodyKey(at.queue(), id), at.reason());
        }
        moveBody(moved, id);
    }

    private void moveBody(MessageMoved moved, MessageId id) {
        QueueId from = moved.from().queue();
        QueueId to = moved.to().queue();
        Body body = from == null ? moved.body() : bodies.remove(new BodyKey(from, id));
        Invariant.check(body != null, "a stored message has a body");
        if (to != null && body != null) {
            bodies.put(new BodyKey(to, id), body);
        }
    }

    private void delete(QueueId id) {
        queues.remove(id);
        lanes.keySet().removeIf(key -> key.queue().equals(id));
        ready.keySet().removeIf(key -> key.queue().equals(id));
        scheduled.keySet().removeIf(key -> key.queue().equals(id));
        schedules.remove(id);
        pauses.keySet().removeIf(key -> key.queue().equals(id));
        dedupKeys.keySet().removeIf(key -> key.queue().equals(id));
        leased.keySet().removeIf(key -> key.queue().equals(id));
        bodies.keySet().removeIf(key -> key.queue().equals(id));
        quarantined.keySet().removeIf(key -> key.queue().equals(id));
    }
}
