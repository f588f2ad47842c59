package io.fila.core.record;

import org.jspecify.annotations.Nullable;

/**
 * A runtime setting has a new value.
 *
 * @param value absent if it is not set any more
 */
public record ConfigChanged(String key, @Nullable String value) implements Record {}
