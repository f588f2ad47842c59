package io.fila.server.http;

import io.fila.core.reply.Refusal;
import io.fila.server.cluster.ClusterView;
import io.fila.server.grpc.Admission;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.metrics.Exposition;
import io.fila.server.metrics.Sample;
import io.fila.server.telemetry.BrokerInspector;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Routes requests by path. Runs on the event loops. */
public final class Site {
    private static final String API = "/v1/";

    private final SameOrigin sameOrigin;
    private final Map<String, Handler> gets = new LinkedHashMap<>();
    private final Rest rest;
    private final Watched metrics;
    private final Watched live;
    private final Live pages;
    private final NodeMetrics nodeMetrics;

    /** Of a node of a cluster, also while it leads nothing. */
    private volatile boolean keyNeeded;

    /** @param onlyThisMachine whether nobody else is meant to reach it, and no key is needed */
    public Site(GrpcServices services, boolean onlyThisMachine) {
        this.sameOrigin = new SameOrigin(onlyThisMachine);
        Methods methods = new Methods();
        this.rest = new Rest(methods, services.local());
        Admission admission = services.admission();
        this.metrics = new Watched(admission, Site::metrics);
        this.pages = new Live(admission);
        this.live = new Watched(admission, pages);
        gets.putAll(PageFiles.byPath());
        this.nodeMetrics = new NodeMetrics(metrics);
        gets.put("/metrics", nodeMetrics);
        gets.put("/v1/live", live);
        gets.put("/v1/access", exchange -> exchange.answer(access(services, keyNeeded)));
        gets.put("/openapi.json", new OpenApi(methods));
        gets.put(ConsumeLines.PATH, new ConsumeLines(methods, services.local()));
    }

    /** The broker is there, and can be looked at from now on. */
    public void open(BrokerInspector observatory) {
        metrics.open(observatory);
        live.open(observatory);
        pages.show(observatory);
    }

    /**
     * From now on this is a node of a cluster.
     *
     * @param shards what the node sees of each
     * @param admits whoever may see metrics of a node that does not lead, by their token
     */
    public void join(Supplier<List<ClusterView>> shards, Predicate<@Nullable String> admits) {
        keyNeeded = !admits.test(null);
        nodeMetrics.join(shards, admits);
    }

    /** The broker can't be looked at any more; another may come. */
    public void close() {
        metrics.close();
        live.close();
        pages.show(null);
    }

    /** What the page has to know before it shows a key. */
    private static Answer access(GrpcServices services, boolean keyNeeded) {
        // As text, like every such number of the API.
        String node = services.nodeId() == 0 ? "" : ",\"node_id\":\"" + services.nodeId() + "\"";
        return Answer.json(
                "{\"key_needed\":" + (keyNeeded || services.admission().isKeyNeeded()) + node + "}");
    }

    private static void metrics(Exchange exchange, BrokerInspector observatory) {
        observatory.sampler().take(sample -> exchange.loop().execute(() -> exchange.answer(text(observatory, sample))));
    }

    private static Answer text(BrokerInspector observatory, Sample sample) {
        Exposition text = new Exposition();
        observatory.write(sample, text);
        return Answer.of(200, Exposition.TYPE, text.toString());
    }

    void handle(Exchange exchange) {
        Refusal objection = sameOrigin.objection(exchange);
        if (objection != null) {
            exchange.answer(Answer.refusal(objection));
            return;
        }
        switch (exchange.method()) {
            case "GET", "HEAD" -> get(exchange);
            case "POST" -> post(exchange);
            default -> exchange.answer(wrongMethod("GET, HEAD, POST"));
        }
    }

    private void get(Exchange exchange) {
        Handler handler = gets.get(exchange.path());
        if (handler != null) {
            handler.handle(exchange);
        } else {
            exchange.answer(rest.has(exchange.path()) ? wrongMethod("POST") : nothing(exchange.path()));
        }
    }

    private void post(Exchange exchange) {
        if (rest.has(exchange.path())) {
            rest.handle(exchange);
        } else {
            exchange.answer(gets.containsKey(exchange.path()) ? wrongMethod("GET, HEAD") : nothing(exchange.path()));
        }
    }

    private static Answer nothing(String path) {
        return Answer.refusal(Refusal.notFound("Expected a known path but found " + path
                + (path.startsWith(API) ? "; /openapi.json lists the calls." : "; try /.")));
    }

    private static Answer wrongMethod(String allowed) {
        String sentence = "Expected the method " + allowed + " but it used another method.";
        return new Answer(
                405,
                Answer.JSON,
                Answer.error(Refusal.Code.INVALID_ARGUMENT.name(), sentence),
                Map.of("allow", allowed));
    }
}
