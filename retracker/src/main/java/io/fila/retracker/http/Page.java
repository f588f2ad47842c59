package io.fila.retracker.http;

import java.util.concurrent.CompletableFuture;

/** What is found at a path. It does not block: it runs on the threads of the port. */
@FunctionalInterface
interface Page {
    CompletableFuture<Body> visit(Visit visit, long nowMillis);
}
