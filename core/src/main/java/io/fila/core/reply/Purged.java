package io.fila.core.reply;

/**
 * The result of one step of a purge.
 *
 * @param more true if there may be more to delete
 * @param waited how many of those it looks at waited before it: who deletes no more in all stops, however fast new ones come
 */
public record Purged(int count, boolean more, long waited) {}
