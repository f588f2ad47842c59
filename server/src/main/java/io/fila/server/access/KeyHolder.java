package io.fila.server.access;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Grants;
import io.fila.core.access.Secret;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The current permissions of one key, shared by all its calls. The broker thread writes, any thread reads. */
final class KeyHolder {
    private final String id;
    private final AtomicLong lastUsedMillis;
    private final KeyBudget budget;
    private volatile @Nullable State state;

    /** A key as it is now, with what its calls ask for again and again. */
    record State(ApiKey key, Grants grants, List<Digest> digests) {
        static State of(ApiKey key) {
            List<Digest> digests = new ArrayList<>();
            for (Secret secret : key.secrets()) {
                digests.add(new Digest(HexFormat.of().parseHex(secret.digest()), secret));
            }
            return new State(key, Grants.of(key), digests);
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // compared only in constant time
    record Digest(byte[] bytes, Secret secret) {}

    /** @param shards brokers that share the limits of the key */
    KeyHolder(ApiKey key, int shards) {
        this.budget = new KeyBudget(shards);
        this.id = key.id();
        this.state = State.of(key);
        this.lastUsedMillis = new AtomicLong(key.lastUsedMillis());
    }

    String id() {
        return id;
    }

    KeyBudget budget() {
        return budget;
    }

    /** What the key is now; null if there is no such key any more. */
    @Nullable State state() {
        return state;
    }

    void become(@Nullable ApiKey key) {
        state = key == null ? null : State.of(key);
    }

    /** The secret that a token with this digest is; null if it is none of the key's. Takes as long whichever it is. */
    @Nullable Secret find(byte[] digest) {
        State now = state;
        Secret found = null;
        if (now != null) {
            for (Digest known : now.digests) {
                if (MessageDigest.isEqual(known.bytes, digest)) {
                    found = known.secret;
                }
            }
        }
        return found;
    }

    long lastUsedMillis() {
        return lastUsedMillis.get();
    }

    /** Notes a use; true if it is the first since so long. */
    boolean use(long nowMillis, long atLeastMillis) {
        long last = lastUsedMillis.get();
        return nowMillis - last >= atLeastMillis && lastUsedMillis.compareAndSet(last, nowMillis);
    }
}
