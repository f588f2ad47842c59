package io.fila.simulator.model;

import io.fila.core.Limits;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
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

    /** Whether anything can be stored there now. */
    public boolean has(Place place) {
        QueueId holder = place.queue();
        return holder != null && find(holder) != null;
    }

    // ---- what they hold ----

    /** As many keys as are in use for sure. */
    public int leastFlows() {
        return (int) byName.values().stream()
                .filter(queue -> !queue.countsAreUnsure)
                .mapToLong(KnownQueue::flowsInUse)
                .sum();
    }

    /** As many keys as the broker may count: some went idle, and some may have come due in a queue that ends this turn. */
    public int mostFlows() {
        return (int) byName.values().stream()
                .mapToLong(queue -> queue.flowsInUse()
                        + queue.lingering.size()
                        + (queue.countsAreUnsure ? queue.scheduled.size() : 0))
                .sum();
    }

    /** Whether messages of a key find room among those the broker remembers, whatever else happens in a turn. */
    public boolean surelyHaveRoomFor(KnownQueue queue, String key, Limits limits) {
        KnownFlow flow = queue.findFlow(key);
        return (flow != null && flow.isInUse()) || mostFlows() < limits.flows();
    }

    boolean mayHaveRoomFor(KnownQueue queue, String key, Limits limits) {
        return surelyHaveRoomFor(queue, key, limits) || leastFlows() < limits.flows() || queue.lingering.contains(key);
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
