package io.fila.simulator.law;

import io.fila.core.broker.Snapshot;
import io.fila.core.throttle.TokenBucket;
import io.fila.simulator.model.KnownBucket;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Handover;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Over any stretch of time no throttle key lets out more than its burst and what came in meanwhile: a delivery finds a
 * token in each of its buckets, by an account that knows of deliveries alone. Crashes and rate changes are part of the
 * stretch, and the buckets hold what the account says: nothing else spends tokens.
 */
final class TokensAreKept extends Law {
    private final Model model;

    TokensAreKept(Model model) {
        super(
                "For every throttle key tokens spent are at most burst and rate over time, one for each delivery, no others.");
        this.model = model;
    }

    @Override
    protected void delivers(Handover handover, @Nullable KnownQueue queue, @Nullable KnownMessage message) {
        if (message == null) {
            return;
        }
        for (String key : message.throttles()) {
            KnownBucket bucket = model.config().bucket(key);
            require(
                    bucket == null || bucket.tokens(model.nowNanos()) >= 1 - KnownBucket.TOLERANCE,
                    () -> "a token for " + key,
                    () -> bucket + " at " + model.nowNanos() + " and " + handover);
        }
    }

    @Override
    protected void knows(Snapshot snapshot) {
        Map<String, KnownBucket> known = model.config().buckets();
        Set<String> heldOnly = new TreeSet<>(model.config().holds().keys());
        heldOnly.removeAll(known.keySet());
        Set<String> found = new TreeSet<>(snapshot.buckets().keySet());
        found.removeAll(heldOnly);
        require(found.equals(known.keySet()), () -> "buckets " + known.keySet(), () -> found);
        snapshot.buckets().forEach((key, bucket) -> {
            KnownBucket wanted = known.get(key);
            if (wanted == null) {
                return;
            }
            require(bucket.rate().equals(wanted.rate()), () -> key + " at " + wanted.rate(), () -> bucket);
            double held = new TokenBucket(bucket.rate(), bucket.level(), model.nowNanos()).tokens();
            double tokens = wanted.tokens(model.nowNanos());
            require(Math.abs(held - tokens) < KnownBucket.TOLERANCE, () -> tokens + " tokens for " + key, () -> held);
        });
    }
}
