package io.fila.client;

/** What a call is about: the thing that a NOT_FOUND or ALREADY_EXISTS of that call speaks of. */
sealed interface Subject {

    record Broker() implements Subject {}

    record Queue(String name) implements Subject {}

    record Lease(String queue, String messageId) implements Subject {}

    record ConfigKey(String key) implements Subject {}

    record ApiKey(String id) implements Subject {}
}
