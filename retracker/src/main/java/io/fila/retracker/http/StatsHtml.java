package io.fila.retracker.http;

import io.fila.retracker.http.Html.Cell;
import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.stats.Stats;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** {@code /stats}: the page for people. It refreshes itself and loads nothing else. */
final class StatsHtml {
    /** How often the page comes again. */
    private static final int REFRESH_SECONDS = 10;

    private static final String BEGINNING = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Retracker</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="refresh" content="%d">
            <style>
            %s</style></head><body>
            """.formatted(REFRESH_SECONDS, Resources.text("stats.css"));

    private final Html page = new Html();

    private StatsHtml() {}

    static String write(Stats stats) {
        StatsHtml html = new StatsHtml();
        html.page.raw(BEGINNING);
        html.head(stats);
        html.swarms(stats);
        ForwardingStats forwarding = stats.forwarding();
        if (!forwarding.forwarders().isEmpty()) {
            html.queue(forwarding);
            html.forwarders(forwarding.forwarders());
            html.scheduled(forwarding.scheduled());
        }
        html.page.raw("<div class=\"columns\"><section>\n");
        html.counts("Since the start", stats.counters());
        html.page.raw("</section><section>\n");
        html.counts("Jobs that were not made", forwarding.notMade());
        return html.page.raw("</section></div></body></html>\n").toString();
    }

    private void head(Stats stats) {
        page.raw("<header><h1>")
                .text("Retracker " + stats.version())
                .raw("</h1><p>")
                .text("Up for " + duration(stats.uptime()))
                .raw(" · <a href=\"?format=json\">JSON</a> · <a href=\"metrics\">metrics</a></p></header>\n");
    }

    private void swarms(Stats stats) {
        page.raw("<div class=\"cards\">\n")
                .card(Html.grouped(stats.hashes()), "torrents")
                .card(Html.grouped(stats.peers()), "peers")
                .card(Html.grouped(stats.seeders()), "seeders")
                .card(Html.grouped(stats.forwarderPeers()), "peers from forwarders")
                .raw("</div>\n");
    }

    private void queue(ForwardingStats stats) {
        String fill = String.format(Locale.ROOT, "%.1f %%", stats.fillPercent());
        page.heading("Forwarding")
                .raw("<div class=\"cards\">\n")
                .card(fill, "of " + Html.grouped(stats.queueCapacity()) + " places in the queue", stats.fillPercent())
                .card(
                        stats.activeWorkers() + " of " + stats.maxWorkers(),
                        "workers",
                        100.0 * stats.activeWorkers() / Math.max(1, stats.maxWorkers()))
                .card(Html.grouped(stats.queueDepth()), "jobs wait for a worker")
                .card(Html.grouped(stats.scheduledCount()), "jobs are scheduled")
                .card(Html.grouped(stats.pending()), "jobs in all")
                .card(Html.grouped(stats.droppedFull()), "jobs dropped for want of room")
                .card(Html.grouped(stats.rateLimited()), "announces over the rate limit")
                .raw("</div>\n");
    }

    private void forwarders(List<ForwarderStats> forwarders) {
        page.heading("Forwarders")
                .table(
                        "Name",
                        "State",
                        "Waiting#",
                        "In flight#",
                        "Answers after#",
                        "Announces#",
                        "Failures#",
                        "In a row#",
                        "Last failure");
        for (ForwarderStats each : forwarders) {
            page.row(
                    Cell.text(each.name()),
                    Cell.state(each.state(), state(each)),
                    Cell.number(each.waiting()),
                    Cell.number(each.inFlight()),
                    Cell.number(each.exchanges() == 0 ? "–" : Html.grouped(each.latencyMillis()) + " ms"),
                    Cell.number(each.announces()),
                    Cell.number(each.failures()),
                    Cell.number(each.failuresInRow()),
                    Cell.text(each.lastFailure()));
        }
        page.endTable();
    }

    private static String state(ForwarderStats forwarder) {
        return forwarder.suspendedMillis() == 0
                ? forwarder.state()
                : forwarder.state() + " for " + duration(Duration.ofMillis(forwarder.suspendedMillis()));
    }

    private void scheduled(List<ScheduledStats> jobs) {
        page.heading("Scheduled next");
        if (jobs.isEmpty()) {
            page.raw("<p class=\"none\">Nothing is scheduled.</p>\n");
            return;
        }
        page.table("Torrent", "Peer", "Forwarder", "Due in#");
        for (ScheduledStats job : jobs) {
            page.row(
                    Cell.code(job.hash()),
                    Cell.code(job.peer()),
                    Cell.text(job.forwarder()),
                    Cell.number(duration(Duration.ofMillis(job.timeToExecMillis()))));
        }
        page.endTable();
    }

    private void counts(String title, Map<String, Long> counts) {
        if (counts.isEmpty()) {
            return;
        }
        page.heading(title).table("What", "How often#");
        counts.forEach((name, count) -> page.row(Cell.text(name.replace('_', ' ')), Cell.number(count)));
        page.endTable();
    }

    private static String duration(Duration time) {
        long hours = time.toHours();
        String minutes = time.toMinutesPart() + " min " + time.toSecondsPart() + " s";
        return hours == 0 ? minutes : Html.grouped(hours) + " h " + minutes;
    }
}
