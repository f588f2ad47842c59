package io.fila.retracker.http;

import io.fila.retracker.metrics.Counter;
import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.net.AddressRange;
import io.fila.retracker.stats.Stats;
import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.tracker.Tracker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/** All pages, by path. */
public final class Pages {
    /** For how long an operator may suspend a forwarder; for longer it is disabled. */
    private static final Duration LONGEST_SUSPENSION = Duration.ofDays(1);

    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final String HTML = "text/html; charset=utf-8";
    private static final String JSON = "application/json";

    private final Map<String, Page> shown;
    private final Map<String, Page> changing;

    /**
     * @param trackerId what clients are told that this tracker is called; empty for nothing
     * @param stats how the retracker does at a moment
     * @param operators where operators are
     * @param controls what they can do about forwarders
     */
    public Pages(
            Tracker tracker,
            String trackerId,
            Metrics metrics,
            LongFunction<Stats> stats,
            List<AddressRange> operators,
            ForwarderControls controls) {
        Counter malformed = metrics.counter("http_malformed", "Announces and scrapes over HTTP that made no sense.");
        Body favicon = new Body(200, "image/x-icon", Resources.bytes("favicon.ico"));
        shown = Map.of(
                "/announce", new AnnouncePage(tracker, trackerId, malformed, metrics),
                "/scrape", new ScrapePage(tracker, malformed, metrics),
                "/stats", (visit, nowMillis) -> done(stats(visit, stats.apply(nowMillis))),
                "/metrics", (visit, nowMillis) -> done(Body.text(Metrics.CONTENT_TYPE, metrics.text())),
                "/favicon.ico", (visit, nowMillis) -> done(favicon));
        changing = Map.of(
                "/forwarders/enable",
                new ControlPage(operators, controls, "is asked again", query -> new ForwarderControls.Enable()),
                "/forwarders/disable",
                new ControlPage(
                        operators,
                        controls,
                        "is not asked until it is enabled",
                        query -> new ForwarderControls.Disable()),
                "/forwarders/suspend",
                new ControlPage(
                        operators,
                        controls,
                        "is left alone",
                        query -> new ForwarderControls.Suspend(suspension(query))));
    }

    private static Duration suspension(Query query) {
        long seconds = query.number("seconds", 0);
        if (seconds < 1 || seconds > LONGEST_SUSPENSION.toSeconds()) {
            throw new MalformedException("Expected seconds from 1 to " + LONGEST_SUSPENSION.toSeconds()
                    + " but got none, or another number.");
        }
        return Duration.ofSeconds(seconds);
    }

    CompletableFuture<Body> visit(Visit visit, long nowMillis) {
        Page page = (visit.method() == Visit.Method.POST ? changing : shown).get(visit.path());
        if (page != null) {
            return page.visit(visit, nowMillis);
        }
        boolean otherMethod = shown.containsKey(visit.path()) || changing.containsKey(visit.path());
        return done(
                otherMethod
                        ? Body.error(
                                METHOD_NOT_ALLOWED, "Expected GET or HEAD, or POST where something is to be changed.")
                        : Body.error(
                                NOT_FOUND, "Expected /announce, /scrape, /stats or /metrics but found another path."));
    }

    private static Body stats(Visit visit, Stats stats) {
        boolean asJson = visit.query().contains("format=json");
        return asJson ? Body.text(JSON, StatsJson.write(stats)) : Body.text(HTML, StatsHtml.write(stats));
    }

    private static CompletableFuture<Body> done(Body body) {
        return CompletableFuture.completedFuture(body);
    }
}
