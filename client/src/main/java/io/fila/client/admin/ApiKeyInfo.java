package io.fila.client.admin;

import java.time.Instant;
import java.util.Optional;

/**
 * An API key without its secret.
 *
 * @param lastUsedAt about when somebody last used it; empty for never
 */
public record ApiKeyInfo(
        String id,
        String name,
        Instant createdAt,
        Optional<Instant> expiresAt,
        boolean superadmin,
        Optional<Instant> lastUsedAt) {}
