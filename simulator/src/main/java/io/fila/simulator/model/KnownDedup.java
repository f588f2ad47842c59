package io.fila.simulator.model;

import io.fila.core.message.MessageId;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The dedup keys of one queue: who has each, and until when. A key whose time is over is free, and may still be known. */
public final class KnownDedup {
    private static final long WHILE_ALIVE = Long.MAX_VALUE;

    private final Map<String, Holder> taken = new TreeMap<>();

    /** Who has a key, until when, and what of that is on disk. */
    private record Holder(MessageId id, long untilNanos, long recordedNanos) {
        static Holder until(long nanos, MessageId id) {
            return new Holder(id, nanos, nanos);
        }

        Holder noLaterThan(long nanos) {
            return recordedNanos == WHILE_ALIVE ? this : new Holder(id, Math.min(recordedNanos, nanos), recordedNanos);
        }
    }

    /** The message that has the key now, or null if it is free. */
    public @Nullable MessageId holder(String key, long nowNanos) {
        Holder holder = taken.get(key);
        return holder == null || holder.untilNanos() <= nowNanos ? null : holder.id();
    }

    void take(String key, MessageId id) {
        if (!key.isEmpty()) {
            taken.put(key, Holder.until(WHILE_ALIVE, id));
        }
    }

    /** A message is gone. If it has the key, the key may stay taken for a while. */
    void release(String key, MessageId id, long nowNanos, long windowNanos) {
        Holder holder = taken.get(key);
        if (holder == null || !holder.id().equals(id)) {
            return;
        }
        if (windowNanos == 0) {
            taken.remove(key);
        } else {
            taken.put(key, Holder.until(nowNanos + windowNanos, id));
        }
    }

    /** A key of a message that is gone stays taken for at most the window from now, even if the clock was ahead. */
    void restart(long nowNanos, long windowNanos) {
        taken.replaceAll((key, holder) -> holder.noLaterThan(nowNanos + windowNanos));
    }

    boolean hasKeysThatAreOver(long nowNanos) {
        return taken.values().stream().anyMatch(holder -> holder.untilNanos() <= nowNanos);
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
