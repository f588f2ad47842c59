package io.fila.retracker.http;

import io.fila.retracker.net.AddressRange;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.MalformedException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** {@code POST /forwarders/…?name=NAME}: an operator says what is to be done with a forwarder. */
final class ControlPage implements Page {
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final List<AddressRange> operators;
    private final ForwarderControls controls;
    private final String sentence;
    private final Function<Query, ForwarderControls.Order> order;

    /**
     * @param operators where operators are
     * @param sentence what is true of the forwarder then
     * @param order what is to be done; it throws {@link MalformedException} if that makes no sense
     */
    ControlPage(
            List<AddressRange> operators,
            ForwarderControls controls,
            String sentence,
            Function<Query, ForwarderControls.Order> order) {
        this.operators = operators;
        this.controls = controls;
        this.sentence = sentence;
        this.order = order;
    }

    @Override
    public CompletableFuture<Body> visit(Visit visit, long nowMillis) {
        // A proxy speaks for others, so its address proves nothing.
        if (visit.isProxied() || operators.stream().noneMatch(range -> range.contains(visit.client()))) {
            return done(Body.error(FORBIDDEN, "Expected a request straight from an address in `operators`."));
        }
        try {
            Query query = Query.parse(visit.query());
            String name = new String(Latin1.bytes(query.required("name")), StandardCharsets.UTF_8);
            return controls.carryOut(name, order.apply(query))
                    .thenApply(there -> there
                            ? Body.text(PLAIN, "Forwarder " + name + " " + sentence + ".\n")
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
