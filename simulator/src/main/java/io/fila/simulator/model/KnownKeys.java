package io.fila.simulator.model;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The keys there are, and what may be done for whoever has one. */
public final class KnownKeys {
    private static final String EVERYTHING = "*";

    private final Map<String, ApiKey> keys = new TreeMap<>();

    public List<ApiKey> all() {
        return List.copyOf(keys.values());
    }

    /** Whether this may be done for whoever asks, if there is such a key and nothing else is in the way. */
    public boolean may(Command.OfKeys command, long nowNanos) {
        return switch (command) {
            case Command.CreateKey it -> mayCreate(caller(it.by(), nowNanos), it.key());
            case Command.RevokeKey it -> administersAll(caller(it.by(), nowNanos));
            case Command.ListKeys it -> administersAll(caller(it.by(), nowNanos));
            case Command.GetKey it -> administersAll(caller(it.by(), nowNanos));
            case Command.SetKeyLimits it -> administersAll(caller(it.by(), nowNanos));
            case Command.SetPermissions it -> mayReplace(caller(it.by(), nowNanos), it);
            case Command.RotateKey it -> mayRotate(caller(it.by(), nowNanos), it);
            case Command.KeyUsed it -> true;
        };
    }

    private boolean mayCreate(@Nullable Caller caller, ApiKey made) {
        return made.superadmin()
                ? caller != null && caller.superadmin()
                : made.isForCertificate()
                        ? administersAll(caller)
                        : caller != null && !caller.scope().isEmpty();
    }

    /** Whatever is given or taken away has to be the caller's to administrate. */
    private boolean mayReplace(@Nullable Caller caller, Command.SetPermissions set) {
        ApiKey key = keys.get(set.id());
        List<Permission> before = key == null ? List.of() : key.permissions();
        Predicate<Permission> isTheCallers = each -> caller != null
                && caller.scope().stream()
                        .anyMatch(own -> contains(own, each.pattern().text()));
        boolean changesASuperadmin = key != null && key.superadmin();
        return caller != null
                && !caller.scope().isEmpty()
                && (!changesASuperadmin || caller.superadmin())
                && set.permissions().stream().allMatch(isTheCallers)
                && before.stream()
                        .filter(each -> !set.permissions().contains(each))
                        .allMatch(isTheCallers);
    }

    private boolean mayRotate(@Nullable Caller caller, Command.RotateKey rotate) {
        ApiKey key = keys.get(rotate.id());
        boolean own = caller != null && rotate.by().equals(new Authority.Holder(rotate.id()));
        boolean ofASuperadmin = key != null && key.superadmin();
        return ofASuperadmin ? caller != null && caller.superadmin() : own || administersAll(caller);
    }

    private static boolean administersAll(@Nullable Caller caller) {
        return caller != null && caller.scope().contains(EVERYTHING);
    }

    /**
     * Somebody who asks.
     *
     * @param scope the patterns of the queues that it administrates
     */
    private record Caller(boolean superadmin, List<String> scope) {}

    /** Null if it is nobody, or nobody any more. */
    private @Nullable Caller caller(Authority by, long nowNanos) {
        if (by instanceof Authority.Operator) {
            return new Caller(true, List.of(EVERYTHING));
        }
        ApiKey key = keys.get(((Authority.Holder) by).keyId());
        boolean over = key != null && key.expiresAtMillis() != 0 && key.expiresAtMillis() <= millis(nowNanos);
        if (key == null || over) {
            return null;
        }
        return key.superadmin()
                ? new Caller(true, List.of(EVERYTHING))
                : new Caller(
                        false,
                        key.permissions().stream()
                                .filter(each -> each.kind() == PermissionKind.ADMIN)
                                .map(each -> each.pattern().text())
                                .toList());
    }

    /** Whether all queues that one pattern means are meant by another: {@code a.*} means what begins with {@code a.}. */
    private static boolean contains(String pattern, String other) {
        boolean prefix = pattern.endsWith(".*") && other.length() >= pattern.length();
        return pattern.equals(EVERYTHING)
                || pattern.equals(other)
                || (prefix && other.startsWith(pattern.substring(0, pattern.length() - 1)));
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
