package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The queues that exist, and which of them a turn made or changed. */
public final class KnownQueues {
    private static final QueueId UNKNOWN = new QueueId(-1);

    private final Map<QueueName, KnownQueue> byName = new TreeMap<>();
    private final ArrayDeque<QueueCreated> recorded = new ArrayDeque<>();
    private final List<String> defined = new ArrayList<>();
    private final Set<QueueId> redefined = new HashSet<>();

    /** Keys of queues that are made in this moment. */
    private final Map<QueueId, Set<String>> early = new HashMap<>();

    void beginTurn(List<Record> records) {
        defined.clear();
        redefined.clear();
        recorded.clear();
        for (Record change : records) {
            if (change instanceof QueueCreated creation) {
                recorded.add(creation);
            }
        }
    }

    public Collection<KnownQueue> all() {
        return byName.values();
    }

    @Nullable KnownQueue find(QueueName name) {
        return byName.get(name);
    }

    @Nullable KnownQueue find(QueueId id) {
        return byName.values().stream()
                .filter(queue -> queue.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    @Nullable KnownQueue remove(QueueName name) {
        return byName.remove(name);
    }

    int size() {
        return byName.size();
    }

    // ---- what they hold ----

    /** The broker counts a key, or counts it no more; the first of a queue may come with the queue. */
    public void remember(QueueId id, String fairnessKey, boolean counted) {
        KnownQueue queue = find(id);
        Set<String> keys = queue == null ? early.computeIfAbsent(id, unknown -> new HashSet<>()) : queue.remembered;
        if (counted) {
            keys.add(fairnessKey);
        } else {
            keys.remove(fairnessKey);
        }
    }

    /** How many keys the broker counts. */
    public int keys() {
        return byName.values().stream()
                .mapToInt(queue -> queue.remembered.size())
                .sum();
    }

    /** Whether messages of a key find room among those the broker remembers. */
    public boolean haveRoomFor(KnownQueue queue, String key, Limits limits) {
        return queue.remembered.contains(key) || keys() < limits.flows();
    }

    /** Where messages are that were neither acked nor deleted with their queue. */
    public int stored() {
        return byName.values().stream()
                .mapToInt(queue -> (int) queue.depth()
                        + queue.leased()
                        + queue.scheduled().size()
                        + queue.quarantined().size())
                .sum();
    }

    // ---- which there are ----

    /** A queue that the broker must make now; its number is in the record. */
    KnownQueue open(QueueName name, QueueConfig config, boolean automatic, long nowNanos) {
        QueueCreated wanted = new QueueCreated(UNKNOWN, name, config, automatic);
        defined.add(describe(wanted));
        QueueCreated found = recorded.poll();
        KnownQueue queue = new KnownQueue(found == null ? wanted : found, nowNanos);
        byName.put(name, queue);
        queue.remembered.addAll(early.getOrDefault(queue.id(), Set.of()));
        early.clear();
        return queue;
    }

    /** A queue that behaves differently from now on; the record tells so under its own number. */
    void redefine(KnownQueue queue, QueueConfig changed, long nowNanos) {
        QueueCreated wanted = new QueueCreated(
                queue.id(), queue.name(), changed, queue.definition().automatic());
        defined.add(describe(wanted));
        redefined.add(queue.id());
        recorded.poll();
        queue.configure(wanted, nowNanos);
    }

    /** Where the dead letters of a queue go. */
    KnownQueue deadLettersOf(KnownQueue source, long nowNanos) {
        KnownQueue known = find(source.name().deadLetter());
        return known != null ? known : open(source.name().deadLetter(), QueueConfig.DEFAULT, true, nowNanos);
    }

    /** The queues this turn must have made or changed, in order. */
    public List<String> defined() {
        return defined;
    }

    /** Whether the queue was there before and only behaves differently now. */
    public boolean isRedefined(QueueCreated definition) {
        return redefined.contains(definition.id());
    }

    /** All of a definition but its number. */
    public static String describe(QueueCreated definition) {
        return definition.name() + " " + definition.config() + (definition.automatic() ? " automatic" : "");
    }
}
