package io.fila.core.access;

import java.util.List;

/**
 * An API key. Callers that present one of its tokens, or its certificate, have its permissions.
 *
 * @param name for people, for scripts, and as a fairness key; not unique
 * @param expiresAtMillis when it expires, since 1970; 0 means never
 * @param secrets its tokens: two while one replaces the other, none if it is for a certificate
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

    /** A new key: without permissions, or a superadmin. */
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

    /** A new key for clients with a certificate of this name. */
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

    /** The key with a new token. The newest earlier token stays valid this long; others end. */
    public ApiKey rotated(String digest, long formerUntilMillis) {
        List<Secret> both = List.of(new Secret(digest, 0), secrets.getFirst().endingAt(formerUntilMillis));
        return with(createdAtMillis, permissions, both, limits, lastUsedMillis);
    }

    private ApiKey with(long created, List<Permission> mayDo, List<Secret> tokens, KeyLimits newLimits, long lastUsed) {
        return new ApiKey(
                id, name, created, expiresAtMillis, superadmin, mayDo, tokens, newLimits, lastUsed, certificate);
    }
}
