package io.fila.server.http;

/** Answers requests for one path, now or later. On the event loop of the connection: must not block. */
interface Handler {
    void handle(Exchange exchange);
}
