package io.fila.simulator.model;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The keys there are, and by the letter of the rules who may do what to them. */
public final class KnownKeys {
    private final Map<String, ApiKey> keys = new TreeMap<>();

    public List<ApiKey> all() {
        return List.copyOf(keys.values());
    }

    /** Whether whoever asks may have this done now: the law does not care whether it can be done. */
    public boolean may(Command.OfKeys command, long nowNanos) {
        return switch (command) {
            case Command.CreateKey create ->
                adminOfSomething(create.by(), nowNanos)
                        && (!create.key().superadmin() || superadmin(create.by(), nowNanos))
                        && (!create.key().isForCertificate() || adminOfAll(create.by(), nowNanos));
            case Command.RevokeKey revoke -> adminOfAll(revoke.by(), nowNanos);
            case Command.ListKeys list -> adminOfAll(list.by(), nowNanos);
            case Command.GetKey get -> adminOfAll(get.by(), nowNanos);
            case Command.SetKeyLimits set -> adminOfAll(set.by(), nowNanos);
            case Command.SetPermissions set -> maySet(set, nowNanos);
            case Command.RotateKey rotate -> mayRotate(rotate, nowNanos);
            case Command.KeyUsed used -> true;
        };
    }

    Expectation expect(Command.OfKeys command, long nowNanos) {
        if (command instanceof Command.KeyUsed) {
            return Expectation.ACCEPT;
        }
        if (!isValid(by(command), nowNanos)) {
            return Expectation.refuse(Refusal.Code.UNAUTHENTICATED);
        }
        if (!may(command, nowNanos)) {
            return Expectation.refuse(Refusal.Code.PERMISSION_DENIED);
        }
        return switch (command) {
            case Command.CreateKey create ->
                keys.containsKey(create.key().id()) || takesAName(create, nowNanos) || takesACertificate(create)
                        ? Expectation.refuse(Refusal.Code.ALREADY_EXISTS)
                        : Expectation.ACCEPT;
            case Command.RevokeKey revoke -> ifKnown(revoke.id());
            case Command.GetKey get -> ifKnown(get.id());
            case Command.SetKeyLimits set -> ifKnown(set.id());
            case Command.SetPermissions set -> ifKnown(set.id());
            case Command.RotateKey rotate ->
                keys.containsKey(rotate.id()) && known(rotate.id()).isForCertificate()
                        ? Expectation.refuse(Refusal.Code.FAILED_PRECONDITION)
                        : ifKnown(rotate.id());
            case Command.ListKeys list -> Expectation.ACCEPT;
            case Command.KeyUsed used -> Expectation.ACCEPT;
        };
    }

    /** What an accepted command must be answered. */
    public @Nullable Object outcome(Command.OfKeys command, @Nullable Object told, long nowNanos) {
        return switch (command) {
            case Command.CreateKey create -> create.key().createdAt(millis(nowNanos));
            case Command.ListKeys list -> all();
            case Command.GetKey get -> keys.get(get.id());
            case Command.RotateKey rotate -> rotated(rotate, nowNanos);
            default -> Done.DONE;
        };
    }

    void apply(Command.OfKeys command, long nowNanos) {
        switch (command) {
            case Command.CreateKey create -> put(create.key().createdAt(millis(nowNanos)));
            case Command.RevokeKey revoke -> keys.remove(revoke.id());
            case Command.SetPermissions set -> put(known(set.id()).with(set.permissions()));
            case Command.SetKeyLimits set -> put(known(set.id()).with(set.limits()));
            case Command.RotateKey rotate -> put(rotated(rotate, nowNanos));
            case Command.KeyUsed used -> {
                ApiKey known = keys.get(used.id());
                if (known != null && known.lastUsedMillis() < used.atMillis()) {
                    put(known.usedAt(used.atMillis()));
                }
            }
            case Command.ListKeys list -> {}
            case Command.GetKey get -> {}
        }
    }

    // ---- the rules, by the letter ----

    private boolean maySet(Command.SetPermissions set, long nowNanos) {
        if (superadmin(set.by(), nowNanos)) {
            return true;
        }
        ApiKey target = keys.get(set.id());
        List<Permission> touched = new ArrayList<>(set.permissions());
        if (target != null) {
            target.permissions().stream()
                    .filter(permission -> !set.permissions().contains(permission))
                    .forEach(touched::add);
        }
        return adminOfSomething(set.by(), nowNanos)
                && (target == null || !target.superadmin())
                && touched.stream()
                        .allMatch(permission -> adminPatterns(set.by(), nowNanos).stream()
                                .anyMatch(pattern ->
                                        covers(pattern, permission.pattern().text())));
    }

    private boolean mayRotate(Command.RotateKey rotate, long nowNanos) {
        boolean own = rotate.by().equals(new Authority.Holder(rotate.id()));
        ApiKey target = keys.get(rotate.id());
        boolean forbidden = target != null && target.superadmin() && !superadmin(rotate.by(), nowNanos);
        return isValid(rotate.by(), nowNanos) && (own || adminOfAll(rotate.by(), nowNanos)) && !forbidden;
    }

    private boolean takesAName(Command.CreateKey create, long nowNanos) {
        return !adminOfAll(create.by(), nowNanos)
                && !create.key().name().isEmpty()
                && keys.values().stream()
                        .anyMatch(key -> key.name().equals(create.key().name()));
    }

    private boolean takesACertificate(Command.CreateKey create) {
        return create.key().isForCertificate()
                && keys.values().stream()
                        .anyMatch(key -> key.certificate().equals(create.key().certificate()));
    }

    static boolean covers(String pattern, String other) {
        if (pattern.equals("*") || pattern.equals(other)) {
            return true;
        }
        return !other.equals("*")
                && pattern.endsWith(".*")
                && other.startsWith(pattern.substring(0, pattern.length() - 1))
                && other.length() > pattern.length() - 1;
    }

    private boolean superadmin(Authority by, long nowNanos) {
        ApiKey key = holder(by, nowNanos);
        return by instanceof Authority.Operator || (key != null && key.superadmin());
    }

    private boolean adminOfAll(Authority by, long nowNanos) {
        return superadmin(by, nowNanos) || adminPatterns(by, nowNanos).contains("*");
    }

    private boolean adminOfSomething(Authority by, long nowNanos) {
        return superadmin(by, nowNanos) || !adminPatterns(by, nowNanos).isEmpty();
    }

    private List<String> adminPatterns(Authority by, long nowNanos) {
        ApiKey key = holder(by, nowNanos);
        return key == null
                ? List.of()
                : key.permissions().stream()
                        .filter(permission -> permission.kind() == PermissionKind.ADMIN)
                        .map(permission -> permission.pattern().text())
                        .toList();
    }

    private boolean isValid(Authority by, long nowNanos) {
        return by instanceof Authority.Operator || holder(by, nowNanos) != null;
    }

    private @Nullable ApiKey holder(Authority by, long nowNanos) {
        ApiKey key = by instanceof Authority.Holder holder ? keys.get(holder.keyId()) : null;
        boolean over = key != null && key.expiresAtMillis() != 0 && key.expiresAtMillis() <= millis(nowNanos);
        return over ? null : key;
    }

    private static Authority by(Command.OfKeys command) {
        return switch (command) {
            case Command.CreateKey create -> create.by();
            case Command.RevokeKey revoke -> revoke.by();
            case Command.ListKeys list -> list.by();
            case Command.GetKey get -> get.by();
            case Command.SetPermissions set -> set.by();
            case Command.SetKeyLimits set -> set.by();
            case Command.RotateKey rotate -> rotate.by();
            case Command.KeyUsed used -> Authority.OPERATOR;
        };
    }

    private ApiKey rotated(Command.RotateKey rotate, long nowNanos) {
        return known(rotate.id()).rotated(rotate.digest(), millis(nowNanos + rotate.graceNanos()));
    }

    private Expectation ifKnown(String id) {
        return keys.containsKey(id) ? Expectation.ACCEPT : Expectation.refuse(Refusal.Code.NOT_FOUND);
    }

    private void put(ApiKey key) {
        keys.put(key.id(), key);
    }

    private ApiKey known(String id) {
        ApiKey key = keys.get(id);
        if (key == null) {
            throw new IllegalStateException("Expected key " + id + " to be known.");
        }
        return key;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
