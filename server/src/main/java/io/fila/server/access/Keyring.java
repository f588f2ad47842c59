package io.fila.server.access;

import io.fila.core.access.Secret;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.Record;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** All keys as the broker last told of them, found by their tokens in one step. The broker thread writes, any thread reads. */
public final class Keyring {
    private final Map<String, KeyHolder> holders = new ConcurrentHashMap<>();

    /** Takes note of a key that was made, changed or revoked. */
    public void notice(Record change) {
        if (change instanceof KeyChanged changed) {
            if (changed.key() == null) {
                KeyHolder gone = holders.remove(changed.id());
                if (gone != null) {
                    gone.become(null);
                }
                return;
            }
            KeyHolder known = holders.get(changed.id());
            if (known == null) {
                holders.put(changed.id(), new KeyHolder(changed.key()));
            } else {
                known.become(changed.key());
            }
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

    /** Whoever a token stands for; null if nobody. Whether the key counts now is for the caller to ask. */
    @Nullable Caller find(String keyId, byte[] digest) {
        KeyHolder holder = holders.get(keyId);
        Secret secret = holder == null ? null : holder.find(digest);
        return holder == null || secret == null ? null : Caller.of(holder, secret.digest());
    }
}
