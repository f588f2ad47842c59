package io.fila.server.access;

import io.fila.core.command.Command;
import io.fila.core.runtime.Clock;
import io.fila.core.runtime.Inbox;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Identifies callers by their token. Thread-safe. */
public final class Access {
    /** How exactly the last use of a key is known while the broker runs. */
    private static final Duration USE_IN_MEMORY = Duration.ofMinutes(1);

    /** How exactly it is known after a restart: it is recorded no more often. */
    private static final Duration USE_ON_DISK = Duration.ofHours(1);

    private final boolean required;
    private final byte @Nullable [] bootstrap;
    private final boolean certificates;
    private final Keyring keys;
    private final Inbox inbox;
    private final Clock clock;
    private final WrongKeys wrongKeys;

    private Access(
            boolean required,
            byte @Nullable [] bootstrap,
            boolean certificates,
            Keyring keys,
            Inbox inbox,
            Clock clock) {
        this.required = required;
        this.bootstrap = bootstrap;
        this.certificates = certificates;
        this.keys = keys;
        this.inbox = inbox;
        this.clock = clock;
        this.wrongKeys = new WrongKeys(clock::nowNanos);
    }

    /** A broker without keys: everybody may do everything. */
    public static Access open(Keyring keys, Inbox inbox, Clock clock) {
        return new Access(false, null, false, keys, inbox, clock);
    }

    /**
     * A broker that wants to see a key.
     *
     * @param certificates whether a certificate will do, if a key is for its name
     */
    public static Access locked(
            @Nullable String bootstrapKey, boolean certificates, Keyring keys, Inbox inbox, Clock clock) {
        byte[] bootstrap = bootstrapKey == null ? null : Token.sha256(bootstrapKey);
        return new Access(true, bootstrap, certificates, keys, inbox, clock);
    }

    public boolean isRequired() {
        return required;
    }

    public Keyring keys() {
        return keys;
    }

    public WrongKeys wrongKeys() {
        return wrongKeys;
    }

    public long nowMillis() {
        return TimeUnit.NANOSECONDS.toMillis(clock.nowNanos());
    }

    /** Whoever shows this token, or null if that is nobody. A certificate counts only without a token. */
    public @Nullable Caller identify(@Nullable String token, CertificateNames certificate) {
        if (!required) {
            return Caller.ANYBODY;
        }
        return token == null ? identify(certificate) : identify(token);
    }

    /** The same caller, if its token still counts. */
    public @Nullable Caller identifyAgain(Caller caller) {
        return caller.isBeyondKeys() ? caller : counted(caller);
    }

    private @Nullable Caller identify(CertificateNames certificate) {
        Caller caller = certificates ? keys.find(certificate) : null;
        return caller == null ? null : counted(caller);
    }

    private @Nullable Caller identify(String token) {
        byte[] digest = Token.sha256(token);
        String keyId = Token.keyId(token);
        Caller caller = keyId == null ? null : keys.find(keyId, digest);
        if (caller != null) {
            return counted(caller);
        }
        boolean isBootstrap = bootstrap != null && MessageDigest.isEqual(bootstrap, digest);
        return isBootstrap ? Caller.operator() : null;
    }

    /** The caller, if its key counts now. */
    private @Nullable Caller counted(Caller caller) {
        long now = nowMillis();
        noteUse(caller.keyId(), now);
        return caller.objection(now) == null ? caller : null;
    }

    private void noteUse(String keyId, long nowMillis) {
        KeyHolder holder = keys.find(keyId);
        KeyHolder.State state = holder == null ? null : holder.state();
        if (holder != null
                && state != null
                && holder.use(nowMillis, USE_IN_MEMORY.toMillis())
                && nowMillis - state.key().lastUsedMillis() >= USE_ON_DISK.toMillis()) {
            // If there is no room for it, the next use will be recorded.
            var _ = inbox.offer(new Command.KeyUsed(keyId, nowMillis));
        }
    }
}
