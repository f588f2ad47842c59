package io.fila.core.access;

/** Something that the holder of a key may do with some queues. */
public record Permission(PermissionKind kind, QueuePattern pattern) {
    public static Permission of(PermissionKind kind, String pattern) {
        return new Permission(kind, new QueuePattern(pattern));
    }

    @Override
    public String toString() {
        return kind.label() + ":" + pattern.text();
    }
}
