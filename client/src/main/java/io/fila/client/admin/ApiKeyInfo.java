package io.fila.client.admin;

import java.time.Instant;
import java.util.Optional;

/**
 * An API key without its secret.
 *
 * @param lastUsedAt about when it was last used; empty means never
 * @param certificate the name of the certificate it is for; empty if it has a token
 */
public record ApiKeyInfo(
        String id,
        String name,
        Instant createdAt,
        Optional<Instant> expiresAt,
        boolean superadmin,
        Optional<Instant> lastUsedAt,
        String certificate) {}
