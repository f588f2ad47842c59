package io.fila.core.access;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All permissions of a caller, indexed so that a check costs the same for one permission and for a thousand. Thread-safe.
 */
public final class Grants {
    /** The grants of a superadmin. */
    public static final Grants EVERYTHING = new Grants(true, List.of());

    /** The grants of a new key; there may be very many of those. */
    private static final Grants NOTHING = new Grants(false, List.of());

    private final boolean superadmin;
    private final Map<PermissionKind, Scope> scopes = new EnumMap<>(PermissionKind.class);

    private Grants(boolean superadmin, List<Permission> permissions) {
        this.superadmin = superadmin;
        for (PermissionKind kind : PermissionKind.values()) {
            scopes.put(
                    kind,
                    Scope.of(permissions.stream()
                            .filter(permission -> permission.kind() == kind)
                            .map(Permission::pattern)
                            .toList()));
        }
    }

    public static Grants of(List<Permission> permissions) {
        return permissions.isEmpty() ? NOTHING : new Grants(false, permissions);
    }

    public static Grants of(ApiKey key) {
        return key.superadmin() ? EVERYTHING : of(key.permissions());
    }

    public boolean isSuperadmin() {
        return superadmin;
    }

    public boolean may(PermissionKind kind, String queue) {
        return superadmin || scope(kind).matches(queue);
    }

    /** Whether there is any queue at all for which this is allowed. */
    public boolean maySomewhere(PermissionKind kind) {
        return superadmin || !scope(kind).isEmpty();
    }

    /** Whether it is allowed for every queue, those to come included. */
    public boolean mayEverywhere(PermissionKind kind) {
        return superadmin || scope(kind).all;
    }

    /** Whether all these lie inside what may be administrated; whatever their kind, they may be granted then. */
    public boolean mayGrant(List<Permission> permissions) {
        Scope admin = scope(PermissionKind.ADMIN);
        return superadmin || permissions.stream().allMatch(permission -> admin.covers(permission.pattern()));
    }

    @SuppressWarnings("NullAway") // there is one of each kind
    private Scope scope(PermissionKind kind) {
        return scopes.get(kind);
    }

    /** The patterns of one kind of permission. */
    private record Scope(boolean all, Set<String> names, Set<String> prefixes, List<QueuePattern> patterns) {
        static Scope of(List<QueuePattern> patterns) {
            boolean all = false;
            Set<String> names = new HashSet<>();
            Set<String> prefixes = new HashSet<>();
            for (QueuePattern pattern : patterns) {
                if (pattern.isAll()) {
                    all = true;
                } else if (pattern.isPrefix()) {
                    prefixes.add(pattern.prefix());
                } else {
                    names.add(pattern.text());
                }
            }
            return new Scope(all, names, prefixes, new ArrayList<>(patterns));
        }

        boolean isEmpty() {
            return patterns.isEmpty();
        }

        boolean matches(String queue) {
            return all || names.contains(queue) || (!prefixes.isEmpty() && isBelowOne(queue));
        }

        private boolean isBelowOne(String queue) {
            for (int dot = queue.indexOf('.');
                    dot >= 0 && dot < queue.length() - 1;
                    dot = queue.indexOf('.', dot + 1)) {
                if (prefixes.contains(queue.substring(0, dot + 1))) {
                    return true;
                }
            }
            return false;
        }

        boolean covers(QueuePattern other) {
            return patterns.stream().anyMatch(pattern -> pattern.covers(other));
        }
    }
}
