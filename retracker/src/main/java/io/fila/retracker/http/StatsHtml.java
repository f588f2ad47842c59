package io.fila.retracker.http;

import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.Stats;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** {@code /stats}: the page for people. */
final class StatsHtml {
    private static final String HEAD = """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>Retracker</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <style>
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
            table { border-collapse: collapse; margin: .5rem 0 2rem; }
            th, td { text-align: left; padding: .2rem 1.5rem .2rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
            td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
            </style></head><body>
            """;

    private final StringBuilder page = new StringBuilder(HEAD);

    private StatsHtml() {}

    static String write(Stats stats) {
        StatsHtml html = new StatsHtml();
        html.heading("Retracker " + stats.version());
        html.page.append("<p>Up for ").append(duration(stats.uptime())).append(".</p>\n");
        html.begin("Swarms", "Torrents", "Peers", "Seeders", "Peers from forwarders");
        html.row(stats.hashes(), stats.peers(), stats.seeders(), stats.forwarderPeers());
        html.end();
        html.begin("Since the start", "What", "How often");
        stats.counters().forEach((name, value) -> html.row(name.replace('_', ' '), value));
        html.end();
        html.forwarding(stats.forwarding());
        return html.page.append("</body></html>\n").toString();
    }

    private void forwarding(ForwardingStats stats) {
        begin(
                "Forwarding",
                "Queue",
                "Capacity",
                "Fill",
                "Workers",
                "At most",
                "Pending",
                "Scheduled",
                "Dropped full",
                "Rate limited");
        row(
                stats.queueDepth(),
                stats.queueCapacity(),
                String.format(Locale.ROOT, "%.1f %%", stats.fillPercent()),
                stats.activeWorkers(),
                stats.maxWorkers(),
                stats.pending(),
                stats.scheduledCount(),
                stats.droppedFull(),
                stats.rateLimited());
        end();
        begin("Jobs that were not made", "Why", "How many");
        stats.notMade().forEach((reason, jobs) -> row(reason.replace('_', ' '), jobs));
        end();
        begin(
                "Forwarders",
                "Name",
                "State",
                "Waiting",
                "In flight",
                "Answers after",
                "Announces",
                "Failures",
                "In a row",
                "Last failure");
        stats.forwarders()
                .forEach(each -> row(
                        each.name(),
                        state(each),
                        each.waiting(),
                        each.inFlight(),
                        each.latencyMillis() + " ms",
                        each.announces(),
                        each.failures(),
                        each.failuresInRow(),
                        each.lastFailure()));
        end();
        begin("Next scheduled", "Torrent", "Peer", "Forwarder", "Due in");
        stats.scheduled()
                .forEach(job -> row(
                        job.hash(), job.peer(), job.forwarder(), duration(Duration.ofMillis(job.timeToExecMillis()))));
        end();
    }

    private static String state(ForwarderStats forwarder) {
        return forwarder.suspendedMillis() == 0
                ? forwarder.state()
                : forwarder.state() + " for " + duration(Duration.ofMillis(forwarder.suspendedMillis()));
    }

    private void heading(String text) {
        page.append("<h1>").append(escaped(text)).append("</h1>\n");
    }

    private void begin(String title, String... columns) {
        page.append("<h2>").append(escaped(title)).append("</h2>\n<table><tr>");
        List.of(columns).forEach(column -> cell("th", column));
        page.append("</tr>\n");
    }

    private void row(Object... values) {
        page.append("<tr>");
        List.of(values).forEach(value -> cell("td", value.toString()));
        page.append("</tr>\n");
    }

    private void end() {
        page.append("</table>\n");
    }

    private void cell(String tag, String text) {
        page.append('<')
                .append(tag)
                .append('>')
                .append(escaped(text))
                .append("</")
                .append(tag)
                .append('>');
    }

    private static String duration(Duration time) {
        long hours = time.toHours();
        String minutes = time.toMinutesPart() + " min " + time.toSecondsPart() + " s";
        return hours == 0 ? minutes : hours + " h " + minutes;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
