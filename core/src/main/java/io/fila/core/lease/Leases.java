package io.fila.core.lease;

import io.fila.core.explain.Barrier;
import io.fila.core.explain.Holder;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.record.Snapshot;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The leased messages of one queue, by id. */
public final class Leases {
    /** Leases that are looked at for whoever asks who has them. */
    private static final int MOST_LOOKED_AT = 10_000;

    private final Map<MessageId, Lease> byId = new HashMap<>();

    /** Adds a lease; false if the message has one, which stays. */
    public boolean add(Lease lease) {
        return byId.putIfAbsent(lease.message().id(), lease) == null;
    }

    public @Nullable Lease find(MessageId id) {
        return byId.get(id);
    }

    public void remove(MessageId id) {
        byId.remove(id);
    }

    public int size() {
        return byId.size();
    }

    public void forEach(Consumer<Lease> action) {
        byId.values().forEach(action);
    }

    /**
     * Who has most messages, of one fairness key or of all if it is empty. Only the first so many leases are looked at.
     */
    public List<Holder> holders(String fairnessKey) {
        Map<Long, Integer> messages = new TreeMap<>();
        byId.values().stream()
                .limit(MOST_LOOKED_AT)
                .filter(lease -> fairnessKey.isEmpty()
                        || lease.message().envelope().lineKey().equals(fairnessKey))
                .forEach(lease -> messages.merge(holder(lease), 1, Integer::sum));
        return messages.entrySet().stream()
                .map(each -> new Holder(each.getKey(), each.getValue()))
                .sorted(Comparator.comparingInt((Holder holder) -> -holder.messages()))
                .limit(Barrier.MOST_NAMED)
                .toList();
    }

    private static long holder(Lease lease) {
        return lease.holder() == null ? 0 : lease.holder().id().value();
    }

    public SortedMap<MessageId, Snapshot.OfLease> snapshot() {
        SortedMap<MessageId, Snapshot.OfLease> all = new TreeMap<>();
        forEach(lease -> {
            Place.Leased place = (Place.Leased) lease.message().place();
            all.put(
                    lease.message().id(),
                    new Snapshot.OfLease(
                            lease.message().envelope(),
                            lease.message().attempts(),
                            place.deadlineNanos(),
                            place.leaseId()));
        });
        return all;
    }
}
