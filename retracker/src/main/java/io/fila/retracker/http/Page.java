package io.fila.retracker.http;

import java.util.concurrent.CompletableFuture;

/** A page at a path. It must not block, because it runs on the port's threads. */
@FunctionalInterface
interface Page {
    CompletableFuture<Body> visit(Visit visit, long nowMillis);
}
