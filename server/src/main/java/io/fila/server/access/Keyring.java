package io.fila.server.access;

import io.fila.core.access.Secret;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.Record;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All keys as the broker last reported them, indexed by token. The broker thread writes, any thread reads. */
public final class Keyring {
    private final int shards;
    private final Map<String, KeyHolder> holders = new ConcurrentHashMap<>();
    private final Map<String, KeyHolder> byCertificate = new ConcurrentHashMap<>();

    /**
     * No keys yet.
     *
     * @param shards brokers that share the limits of keys, each with its part of them
     */
    public Keyring(int shards) {
        this.shards = shards;
    }

    /** The same of one broker. */
    public Keyring() {
        this(1);
    }

    /** Takes note of a key that was made, changed or revoked. */
    public void notice(Record change) {
        if (change instanceof KeyChanged changed) {
            if (changed.key() == null) {
                KeyHolder gone = holders.remove(changed.id());
                if (gone != null) {
                    forgetCertificate(gone);
                    gone.become(null);
                }
                return;
            }
            KeyHolder known = holders.get(changed.id());
            if (known == null) {
                KeyHolder made = new KeyHolder(changed.key(), shards);
                holders.put(changed.id(), made);
                if (changed.key().isForCertificate()) {
                    byCertificate.put(changed.key().certificate(), made);
                }
            } else {
                known.become(changed.key());
            }
        }
    }

    private void forgetCertificate(KeyHolder gone) {
        KeyHolder.State last = gone.state();
        if (last != null && last.key().isForCertificate()) {
            byCertificate.remove(last.key().certificate());
        }
    }

    /** Whether anybody could administrate with one of these. */
    public boolean hasSuperadmin() {
        return holders.values().stream().anyMatch(holder -> {
            KeyHolder.State state = holder.state();
            return state != null && state.key().superadmin();
        });
    }

    /** About when a key was last shown, as far as this process knows; 0 for never. */
    public long lastUsedMillis(String keyId) {
        KeyHolder holder = holders.get(keyId);
        return holder == null ? 0 : holder.lastUsedMillis();
    }

    @Nullable KeyHolder find(String keyId) {
        return holders.get(keyId);
    }

    /** Whoever shows a certificate; null if no key is for one of its names. Whether the key counts is for the caller to ask. */
    @Nullable Caller find(CertificateNames certificate) {
        for (String name : certificate.names()) {
            KeyHolder holder = byCertificate.get(name);
            if (holder != null) {
                return Caller.of(holder, certificate.untilMillis());
            }
        }
        return null;
    }

    /** Whoever a token stands for; null if nobody. Whether the key counts now is for the caller to ask. */
    @Nullable Caller find(String keyId, byte[] digest) {
        KeyHolder holder = holders.get(keyId);
        Secret secret = holder == null ? null : holder.find(digest);
        return holder == null || secret == null ? null : Caller.of(holder, secret.digest());
    }
}
