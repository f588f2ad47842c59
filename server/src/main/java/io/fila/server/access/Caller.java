package io.fila.server.access;

import io.fila.core.access.Authority;
import io.fila.core.access.Grants;
import io.fila.core.access.KeyLimits;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The caller of a call. Its permissions are checked at every step, because they may have changed since the last. Thread-safe. */
public final class Caller {
    /** Anybody, if the broker has no keys. */
    public static final Caller ANYBODY = new Caller("", null, null, 0);

    /** When to try again for a stream: nobody knows when another ends. */
    private static final Duration STREAM_RETRY = Duration.ofSeconds(1);

    private final String name;
    private final @Nullable KeyHolder holder;
    private final @Nullable String digest;
    private final long certificateUntilMillis;

    private Caller(String name, @Nullable KeyHolder holder, @Nullable String digest, long certificateUntilMillis) {
        this.name = name;
        this.holder = holder;
        this.digest = digest;
        this.certificateUntilMillis = certificateUntilMillis;
    }

    /** Whoever has the key of the configuration. */
    static Caller operator() {
        return new Caller("bootstrap", null, null, 0);
    }

    /** Whoever showed a token of a key. */
    static Caller of(KeyHolder holder, String digest) {
        return new Caller("", holder, digest, 0);
    }

    /** Whoever showed the certificate of a key, which ends then. */
    static Caller of(KeyHolder holder, long certificateUntilMillis) {
        return new Caller("", holder, null, certificateUntilMillis);
    }

    /** Whether nothing that happens to keys can change what it may do. */
    public boolean isBeyondKeys() {
        return holder == null;
    }

    /** On whose behalf the broker is to decide. */
    public Authority authority() {
        return holder == null ? Authority.OPERATOR : new Authority.Holder(holder.id());
    }

    /** The id of its key; empty if it has none. */
    public String keyId() {
        return holder == null ? "" : holder.id();
    }

    /** The name of its key, or its id if it has no name. */
    public String principal() {
        KeyHolder.State state = holder == null ? null : holder.state();
        if (state == null) {
            return name;
        }
        return state.key().name().isEmpty() ? state.key().id() : state.key().name();
    }

    /** Nothing, unless the key is gone, over, or has another token now. */
    public @Nullable Refusal objection(long nowMillis) {
        return grants(nowMillis) == null ? Refusal.unauthenticated() : null;
    }

    /** Takes a message against the limits of its key, or tells why not and when to try again. */
    public @Nullable Refusal take(int bytes, long nowNanos) {
        KeyLimits limits = limits();
        return holder == null || limits.equals(KeyLimits.NONE)
                ? null
                : holder.budget().take(limits, bytes, nowNanos);
    }

    /** Counts a stream of its key, and tells if it is one too many; either way {@link #closeStream} has to follow. */
    public @Nullable Refusal openStream() {
        if (holder == null || holder.budget().open(limits())) {
            return null;
        }
        return Refusal.exhausted(
                "Expected at most " + limits().streams()
                        + " open streams with this key but there are that many; close one.",
                STREAM_RETRY.toNanos());
    }

    public void closeStream() {
        if (holder != null) {
            holder.budget().closed();
        }
    }

    private KeyLimits limits() {
        KeyHolder.State state = holder == null ? null : holder.state();
        return state == null ? KeyLimits.NONE : state.key().limits();
    }

    /** What it may do now; null if it may not even ask. */
    public @Nullable Grants grants(long nowMillis) {
        if (holder == null) {
            return Grants.EVERYTHING;
        }
        KeyHolder.State state = holder.state();
        if (state == null || state.key().isOver(nowMillis)) {
            return null;
        }
        return isCurrent(state, nowMillis) ? state.grants() : null;
    }

    private boolean isCurrent(KeyHolder.State state, long nowMillis) {
        if (digest == null) {
            return nowMillis < certificateUntilMillis;
        }
        for (KeyHolder.Digest known : state.digests()) {
            if (known.secret().digest().equals(digest)) {
                return !known.secret().isOver(nowMillis);
            }
        }
        return false;
    }
}
