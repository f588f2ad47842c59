package io.fila.retracker.http;

import io.fila.retracker.net.AddressRange;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.MalformedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** {@code POST /forwarders/enable?name=NAME}: an operator says that a forwarder is to be asked again. */
final class EnablePage implements Page {
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final List<AddressRange> operators;
    private final Function<String, CompletableFuture<Boolean>> enabling;

    /**
     * @param operators where operators are
     * @param enabling enables the forwarder of a name; false if there is none
     */
    EnablePage(List<AddressRange> operators, Function<String, CompletableFuture<Boolean>> enabling) {
        this.operators = operators;
        this.enabling = enabling;
    }

    @Override
    public CompletableFuture<Body> visit(Visit visit, long nowMillis) {
        // Whoever a proxy speaks for, it is not somebody who has come here by himself.
        if (visit.isProxied() || operators.stream().noneMatch(range -> range.contains(visit.client()))) {
            return done(Body.error(FORBIDDEN, "Expected a request straight from an address in `operators`."));
        }
        try {
            byte[] bytes = Latin1.bytes(Query.parse(visit.query()).required("name"));
            String name = new String(bytes, StandardCharsets.UTF_8);
            return enabling.apply(name)
                    .thenApply(there -> there
                            ? Body.text(PLAIN, "Forwarder " + name + " is asked again.\n")
                            : Body.error(
                                    NOT_FOUND,
                                    "Expected the name of a forwarder, as /stats shows it, but found " + name + "."));
        } catch (MalformedException mistake) {
            return done(Body.error(BAD_REQUEST, mistake.getMessage()));
        }
    }

    private static CompletableFuture<Body> done(Body body) {
        return CompletableFuture.completedFuture(body);
    }
}
