package io.fila.core.reply;

/**
 * What one step of a purge did.
 *
 * @param more true if there may be more to delete
 */
public record Purged(int count, boolean more) {}
