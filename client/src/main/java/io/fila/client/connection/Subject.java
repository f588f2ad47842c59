package io.fila.client.connection;

/** What a call is about: the thing that a NOT_FOUND or ALREADY_EXISTS of that call speaks of. */
public sealed interface Subject {

    /** The queue that it is in, whose leader has to be asked; empty if any broker can tell. */
    default String queue() {
        return "";
    }

    record Broker() implements Subject {}

    record Queue(String name) implements Subject {
        @Override
        public String queue() {
            return name;
        }
    }

    record Lease(String queue, String messageId) implements Subject {}

    record StoredMessage(String queue, String messageId) implements Subject {}

    record ConfigKey(String key) implements Subject {}

    record ApiKey(String id) implements Subject {}
}
