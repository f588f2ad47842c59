package io.fila.core.broker;

import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The leased messages of one queue, by id. */
final class Leases {
    private final Map<MessageId, Lease> byId = new HashMap<>();

    /** Adds a lease; false if the message has one, which stays. */
    boolean add(Lease lease) {
        return byId.putIfAbsent(lease.message().id(), lease) == null;
    }

    @Nullable Lease find(MessageId id) {
        return byId.get(id);
    }

    void remove(MessageId id) {
        byId.remove(id);
    }

    int size() {
        return byId.size();
    }

    void forEach(Consumer<Lease> action) {
        byId.values().forEach(action);
    }

    SortedMap<MessageId, Snapshot.OfLease> snapshot() {
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
