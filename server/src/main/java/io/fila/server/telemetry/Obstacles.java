package io.fila.server.telemetry;

import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What holds messages up, and for how long it has: queues without a consumer, deliveries that are paused, lanes that wait for
 * tokens. A message that begins to wait reads it, and again when it goes: the difference is what it waited for. For the broker
 * thread.
 */
final class Obstacles {
    /** Lanes, and keys that were paused, whose times are known. */
    private static final int LANES = 10_000;

    private final Map<QueueId, OfQueue> queues = new HashMap<>();
    private final Map<Key, Stopwatch> pausedKeys = new RecentlyUsed<>(LANES);
    private final Map<Lane, OfLane> lanes = new RecentlyUsed<>(LANES);

    private record Key(QueueId queue, String fairnessKey) {}

    private record Lane(QueueId queue, String fairnessKey, String lane) {}

    /** What a whole queue waits for. */
    private static final class OfQueue {
        private final Stopwatch paused = new Stopwatch();
        private final Stopwatch deserted = new Stopwatch();
        private int consumers;
    }

    /** What the messages of a lane wait for. */
    private static final class OfLane {
        private final Stopwatch parked = new Stopwatch();
        private String throttleKey = "";
    }

    /** How long each has held up the messages of a place so far, altogether. */
    record Reading(long pausedNanos, long desertedNanos, long throttledNanos) {
        /** How much of it was since then; what has been forgotten meanwhile was nothing. */
        Reading since(Reading before) {
            return new Reading(
                    Math.max(0, pausedNanos - before.pausedNanos),
                    Math.max(0, desertedNanos - before.desertedNanos),
                    Math.max(0, throttledNanos - before.throttledNanos));
        }
    }

    Reading read(Place.Ready place, long nowNanos) {
        OfQueue queue = of(place.queue(), nowNanos);
        Stopwatch key = pausedKeys.get(new Key(place.queue(), place.fairnessKey()));
        OfLane lane = lane(place);
        return new Reading(
                queue.paused.readNanos(nowNanos) + (key == null ? 0 : key.readNanos(nowNanos)),
                queue.deserted.readNanos(nowNanos),
                lane == null ? 0 : lane.parked.readNanos(nowNanos));
    }

    /** The throttle key that the messages of this place waited for last; empty if none is known. */
    String throttleKey(Place.Ready place) {
        OfLane lane = lane(place);
        return lane == null ? "" : lane.throttleKey;
    }

    private @Nullable OfLane lane(Place.Ready place) {
        return place.lane().isEmpty() ? null : lanes.get(new Lane(place.queue(), place.fairnessKey(), place.lane()));
    }

    void attached(QueueId queue, long nowNanos) {
        OfQueue known = of(queue, nowNanos);
        known.consumers++;
        known.deserted.stop(nowNanos);
    }

    void detached(QueueId queue, long nowNanos) {
        OfQueue known = of(queue, nowNanos);
        known.consumers--;
        if (known.consumers == 0) {
            known.deserted.start(nowNanos);
        }
    }

    void paused(QueueId queue, String fairnessKey, boolean stopped, long nowNanos) {
        Stopwatch watch = fairnessKey.isEmpty()
                ? of(queue, nowNanos).paused
                : pausedKeys.computeIfAbsent(new Key(queue, fairnessKey), unknown -> new Stopwatch());
        if (stopped) {
            watch.start(nowNanos);
        } else {
            watch.stop(nowNanos);
        }
    }

    void parked(QueueId queue, String fairnessKey, String lane, String throttleKey, long nowNanos) {
        OfLane known = lanes.computeIfAbsent(new Lane(queue, fairnessKey, lane), unknown -> new OfLane());
        known.throttleKey = throttleKey;
        known.parked.start(nowNanos);
    }

    /** A message of the lane goes. */
    void served(QueueId queue, String fairnessKey, String lane, long nowNanos) {
        OfLane known = lane.isEmpty() ? null : lanes.get(new Lane(queue, fairnessKey, lane));
        if (known != null) {
            known.parked.stop(nowNanos);
        }
    }

    void forget(QueueId queue) {
        queues.remove(queue);
    }

    private OfQueue of(QueueId queue, long nowNanos) {
        return queues.computeIfAbsent(queue, unknown -> {
            OfQueue fresh = new OfQueue();
            fresh.deserted.start(nowNanos);
            return fresh;
        });
    }
}
