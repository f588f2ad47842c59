package io.fila.retracker.http;

import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.stats.Stats;
import io.fila.retracker.tracker.Tracker;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/** All pages, by path. */
public final class Pages {
    private static final int NOT_FOUND = 404;
    private static final String HTML = "text/html; charset=utf-8";
    private static final String JSON = "application/json";

    private final Map<String, Page> byPath;

    /**
     * @param trackerId what clients are told that this tracker is called; empty for nothing
     * @param stats how the retracker does at a moment
     */
    public Pages(Tracker tracker, String trackerId, Metrics metrics, LongFunction<Stats> stats) {
        Body favicon = new Body(200, "image/x-icon", favicon());
        byPath = Map.of(
                "/announce", new AnnouncePage(tracker, trackerId, metrics),
                "/scrape", new ScrapePage(tracker, metrics),
                "/stats", (visit, nowMillis) -> done(stats(visit, stats.apply(nowMillis))),
                "/metrics", (visit, nowMillis) -> done(Body.text(Metrics.CONTENT_TYPE, metrics.text())),
                "/favicon.ico", (visit, nowMillis) -> done(favicon));
    }

    CompletableFuture<Body> visit(Visit visit, long nowMillis) {
        Page page = byPath.get(visit.path());
        return page == null
                ? done(Body.error(NOT_FOUND, "Expected /announce, /scrape, /stats or /metrics but found another path."))
                : page.visit(visit, nowMillis);
    }

    private static Body stats(Visit visit, Stats stats) {
        boolean asJson = visit.query().contains("format=json");
        return asJson ? Body.text(JSON, StatsJson.write(stats)) : Body.text(HTML, StatsHtml.write(stats));
    }

    private static byte[] favicon() {
        try (InputStream icon = Objects.requireNonNull(Pages.class.getResourceAsStream("favicon.ico"))) {
            return icon.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private static CompletableFuture<Body> done(Body body) {
        return CompletableFuture.completedFuture(body);
    }
}
