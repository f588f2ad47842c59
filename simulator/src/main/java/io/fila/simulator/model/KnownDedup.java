package io.fila.simulator.model;

import io.fila.core.message.MessageId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The dedup keys of one queue: who has each, and until when. A key whose time is over is free, and may still be known. */
public final class KnownDedup {
    private final Map<String, Holder> taken = new TreeMap<>();

    private record Holder(MessageId id, long untilNanos) {}

    /** The message that has the key now, or null if it is free. */
    public @Nullable MessageId holder(String key, long nowNanos) {
        Holder holder = taken.get(key);
        return holder == null || holder.untilNanos() <= nowNanos ? null : holder.id();
    }

    void take(String key, MessageId id) {
        if (!key.isEmpty()) {
            taken.put(key, new Holder(id, Long.MAX_VALUE));
        }
    }

    /** A message is gone; if it has the key, that may stay taken for a while. */
    void release(String key, MessageId id, long nowNanos, long windowNanos) {
        Holder holder = taken.get(key);
        if (holder == null || !holder.id().equals(id)) {
            return;
        }
        if (windowNanos == 0) {
            taken.remove(key);
        } else {
            taken.put(key, new Holder(id, nowNanos + windowNanos));
        }
    }

    /** Whether a key whose time was over is known still is the broker's affair, and matters if the clock is set back. */
    public void forgetThoseOver(long nowNanos, Map<String, MessageId> stillKnown) {
        taken.entrySet()
                .removeIf(
                        entry -> entry.getValue().untilNanos() <= nowNanos && !stillKnown.containsKey(entry.getKey()));
    }

    /** Whether the broker may know these and no others. */
    public boolean agreesWith(Map<String, MessageId> found, long nowNanos) {
        boolean nonesMissing =
                taken.keySet().stream().allMatch(key -> holder(key, nowNanos) == null || found.containsKey(key));
        return nonesMissing
                && found.entrySet().stream().allMatch(entry -> {
                    Holder holder = taken.get(entry.getKey());
                    return holder != null && holder.id().equals(entry.getValue());
                });
    }

    @Override
    public String toString() {
        return taken.toString();
    }
}
