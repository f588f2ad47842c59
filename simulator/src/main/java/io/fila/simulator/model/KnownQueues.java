package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The queues that exist. Only the numbers of new ones are the broker's to choose. */
public final class KnownQueues {
    private static final QueueId UNKNOWN = new QueueId(-1);

    private final Map<QueueName, KnownQueue> byName = new TreeMap<>();
    private final Map<QueueId, KnownQueue> byId = new HashMap<>();
    private final ArrayDeque<QueueCreated> recorded = new ArrayDeque<>();

    /** Numbers that the process has used. */
    private final Set<QueueId> used = new HashSet<>();

    /** Keys that the broker counts: those in use, and idle ones that still owe deliveries. */
    private final Map<QueueId, Set<String>> remembered = new HashMap<>();

    void beginTurn(List<Record> records) {
        recorded.clear();
        for (Record change : records) {
            if (change instanceof QueueCreated creation) {
                recorded.add(creation);
            }
        }
    }

    void restart(long nowNanos) {
        all().forEach(queue -> queue.restart(nowNanos));
        remembered.clear();
        all().forEach(queue -> queue.flows().stream()
                .filter(KnownFlow::isInUse)
                .forEach(flow -> remembered(queue.id()).add(flow.key())));
        used.retainAll(byId.keySet());
    }

    public Collection<KnownQueue> all() {
        return byName.values();
    }

    @Nullable KnownQueue find(QueueName name) {
        return byName.get(name);
    }

    @Nullable KnownQueue find(QueueId id) {
        return byId.get(id);
    }

    @Nullable KnownQueue remove(QueueName name) {
        KnownQueue queue = byName.remove(name);
        if (queue != null) {
            byId.remove(queue.id());
            remembered.remove(queue.id());
        }
        return queue;
    }

    /** The keys of a queue that the broker counts; the first may come before the queue. */
    public Set<String> remembered(QueueId id) {
        return remembered.computeIfAbsent(id, unknown -> new HashSet<>());
    }

    /** How many keys the broker counts. */
    public int keys() {
        return remembered.values().stream().mapToInt(Set::size).sum();
    }

    /** Whether messages of a key find room among those the broker remembers. */
    public boolean haveRoomFor(KnownQueue queue, String key, Limits limits) {
        return remembered(queue.id()).contains(key) || keys() < limits.flows();
    }

    /** A queue that the broker must make now; its number is in the record. */
    KnownQueue open(QueueName name, QueueConfig config, boolean automatic, long nowNanos) {
        QueueCreated found = recorded.poll();
        QueueId id = found == null || !used.add(found.id()) ? UNKNOWN : found.id();
        KnownQueue queue = new KnownQueue(new QueueCreated(id, name, config, automatic), nowNanos);
        byName.put(name, queue);
        byId.put(id, queue);
        return queue;
    }

    /** Changes the config of a queue; its record has the queue's own number. */
    void redefine(KnownQueue queue, QueueConfig changed, long nowNanos) {
        recorded.poll();
        queue.configure(changed, nowNanos);
    }

    /** Where the dead letters of a queue go. */
    KnownQueue deadLettersOf(KnownQueue source, long nowNanos) {
        QueueName name =
                source.name().isDeadLetter() ? source.name() : source.name().deadLetter();
        KnownQueue known = find(name);
        return known != null ? known : open(name, QueueConfig.DEFAULT, true, nowNanos);
    }
}
