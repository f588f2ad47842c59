package io.fila.core.record;

import io.fila.core.access.ApiKey;
import org.jspecify.annotations.Nullable;

/**
 * A key was made or changed, or is gone.
 *
 * @param key absent if it is gone
 */
public record KeyChanged(String id, @Nullable ApiKey key) implements Record {}
