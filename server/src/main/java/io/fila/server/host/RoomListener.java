package io.fila.server.host;

/** Hears whether the disk has room for new messages. */
@FunctionalInterface
public interface RoomListener {
    void hear(boolean thereIsRoom);
}
