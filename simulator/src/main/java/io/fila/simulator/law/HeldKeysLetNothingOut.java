package io.fila.simulator.law;

import io.fila.core.broker.Snapshot;
import io.fila.simulator.model.KnownHolds;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import org.jspecify.annotations.Nullable;

/** A throttle key that a consumer asked to be held is closed for everyone, in every queue, until the hold is over. */
final class HeldKeysLetNothingOut extends Law {
    private final Model model;

    HeldKeysLetNothingOut(Model model) {
        super("While a throttle key is held no message with it is delivered, also after a restart.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        KnownHolds holds = model.config().holds();
        require(
                message == null || message.throttles().stream().noneMatch(key -> holds.isHeld(key, model.nowNanos())),
                () -> "none of the keys held, " + holds,
                () -> handover);
    }

    @Override
    protected void knows(Snapshot snapshot) {
        KnownHolds holds = model.config().holds();
        for (String key : holds.keys()) {
            requireHold(key, snapshot.buckets().get(key), holds);
        }
        snapshot.buckets().forEach((key, bucket) -> requireHold(key, bucket, holds));
    }

    /** A hold that is over may be forgotten. */
    private void requireHold(String key, Snapshot.@Nullable OfBucket bucket, KnownHolds holds) {
        long found = bucket == null ? 0 : bucket.heldUntilNanos();
        boolean forgotten = found == 0 && !holds.isHeld(key, model.nowNanos());
        require(
                found == holds.untilNanos(key) || forgotten,
                () -> key + " held until " + holds.untilNanos(key),
                () -> String.valueOf(bucket));
    }
}
