package io.fila.core.record;

import io.fila.core.access.ApiKey;
import org.jspecify.annotations.Nullable;

/**
 * An API key was created, changed or revoked.
 *
 * @param key absent if it is gone
 */
public record KeyChanged(String id, @Nullable ApiKey key) implements Record {}
