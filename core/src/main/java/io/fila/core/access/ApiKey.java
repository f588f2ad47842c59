package io.fila.core.access;

import java.util.List;

/**
 * A key: whoever shows one of its tokens, or the certificate it is for, may do what it says.
 *
 * @param name for people, for scripts, and as a fairness key; not unique
 * @param expiresAtMillis when it ends, since 1970; 0 for never
 * @param secrets the tokens that stand for it: two while one replaces the other, none if it is for a certificate
 * @param lastUsedMillis about when it was last shown, since 1970; 0 for never
 * @param certificate the name of the certificate it is for; empty if it is shown as a token
 */
public record ApiKey(
        String id,
        String name,
        long createdAtMillis,
        long expiresAtMillis,
        boolean superadmin,
        List<Permission> permissions,
        List<Secret> secrets,
        KeyLimits limits,
        long lastUsedMillis,
        String certificate) {
    public ApiKey {
        permissions = List.copyOf(permissions);
        secrets = List.copyOf(secrets);
    }

    /** A key as it is made: it may do nothing yet, or everything. */
    public static ApiKey fresh(String id, String name, long expiresAtMillis, boolean superadmin, String digest) {
        return new ApiKey(
                id,
                name,
                0,
                expiresAtMillis,
                superadmin,
                List.of(),
                List.of(new Secret(digest, 0)),
                KeyLimits.NONE,
                0,
                "");
    }

    /** The same for whoever shows a certificate of that name. */
    public static ApiKey freshForCertificate(
            String id, String name, long expiresAtMillis, boolean superadmin, String certificate) {
        return new ApiKey(
                id, name, 0, expiresAtMillis, superadmin, List.of(), List.of(), KeyLimits.NONE, 0, certificate);
    }

    public boolean isForCertificate() {
        return !certificate.isEmpty();
    }

    public boolean isOver(long nowMillis) {
        return expiresAtMillis != 0 && expiresAtMillis <= nowMillis;
    }

    public ApiKey createdAt(long millis) {
        return with(millis, permissions, secrets, limits, lastUsedMillis);
    }

    public ApiKey with(List<Permission> others) {
        return with(createdAtMillis, others, secrets, limits, lastUsedMillis);
    }

    public ApiKey with(KeyLimits others) {
        return with(createdAtMillis, permissions, secrets, others, lastUsedMillis);
    }

    public ApiKey usedAt(long millis) {
        return with(createdAtMillis, permissions, secrets, limits, millis);
    }

    /** The key with another token; the newest of those before it lasts so long, others end. */
    public ApiKey rotated(String digest, long formerUntilMillis) {
        List<Secret> both = List.of(new Secret(digest, 0), secrets.getFirst().endingAt(formerUntilMillis));
        return with(createdAtMillis, permissions, both, limits, lastUsedMillis);
    }

    private ApiKey with(long created, List<Permission> mayDo, List<Secret> tokens, KeyLimits newLimits, long lastUsed) {
        return new ApiKey(
                id, name, created, expiresAtMillis, superadmin, mayDo, tokens, newLimits, lastUsed, certificate);
    }
}
