package io.fila.simulator.model;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** The keys there are. Who may grant what to whom is decided in one place, which has its own tests. */
public final class KnownKeys {
    private final Map<String, ApiKey> keys = new TreeMap<>();

    public List<ApiKey> all() {
        return List.copyOf(keys.values());
    }

    /** Whether the caller may ask at all: an operator, or the holder of a valid key with an admin permission. */
    public boolean mayAsk(Command.OfKeys command, long nowNanos) {
        return switch (command) {
            case Command.CreateKey it -> administers(it.by(), nowNanos);
            case Command.RevokeKey it -> administers(it.by(), nowNanos);
            case Command.ListKeys it -> administers(it.by(), nowNanos);
            case Command.GetKey it -> administers(it.by(), nowNanos);
            case Command.SetPermissions it -> administers(it.by(), nowNanos);
            case Command.SetKeyLimits it -> administers(it.by(), nowNanos);
            case Command.RotateKey it -> isOf(it.by(), it.id(), nowNanos) || administers(it.by(), nowNanos);
            case Command.KeyUsed it -> true;
        };
    }

    private boolean administers(Authority by, long nowNanos) {
        return by instanceof Authority.Operator
                || keys.values().stream()
                        .filter(key -> isOf(by, key.id(), nowNanos))
                        .anyMatch(key -> key.superadmin()
                                || key.permissions().stream().anyMatch(it -> it.kind() == PermissionKind.ADMIN));
    }

    private boolean isOf(Authority by, String id, long nowNanos) {
        ApiKey key = keys.get(id);
        boolean over = key != null && key.expiresAtMillis() != 0 && key.expiresAtMillis() <= millis(nowNanos);
        return key != null && !over && by.equals(new Authority.Holder(id));
    }

    void apply(Command.OfKeys command, long nowNanos) {
        switch (command) {
            case Command.CreateKey create -> put(create.key().createdAt(millis(nowNanos)));
            case Command.RevokeKey revoke -> keys.remove(revoke.id());
            case Command.SetPermissions set -> put(known(set.id()).with(set.permissions()));
            case Command.SetKeyLimits set -> put(known(set.id()).with(set.limits()));
            case Command.RotateKey rotate ->
                put(known(rotate.id()).rotated(rotate.digest(), millis(nowNanos + rotate.graceNanos())));
            case Command.KeyUsed used
            when keys.containsKey(used.id()) -> {
                ApiKey key = known(used.id());
                put(key.lastUsedMillis() < used.atMillis() ? key.usedAt(used.atMillis()) : key);
            }
            default -> {}
        }
    }

    private void put(ApiKey key) {
        keys.put(key.id(), key);
    }

    private ApiKey known(String id) {
        return Objects.requireNonNull(keys.get(id));
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
