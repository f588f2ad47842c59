package io.fila.server.host;

import java.util.ArrayList;
import java.util.List;

/** Who wants to know whether the disk has room for new messages: they hear how it is, and then of every change. Any thread. */
final class RoomListeners {
    private final List<RoomListener> listeners = new ArrayList<>();
    private boolean thereIsRoom = true;

    synchronized void add(RoomListener listener) {
        listeners.add(listener);
        listener.hear(thereIsRoom);
    }

    synchronized void tell(boolean thereIsRoomNow) {
        thereIsRoom = thereIsRoomNow;
        listeners.forEach(listener -> listener.hear(thereIsRoom));
    }
}
