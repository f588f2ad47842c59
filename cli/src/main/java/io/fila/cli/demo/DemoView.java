package io.fila.cli.demo;

import io.fila.cli.output.Bar;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.queue.QueuePicture;
import io.fila.cli.session.Screen;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueStats;
import java.util.Locale;
import java.util.stream.Collectors;

/** Shows the demo: a changing picture on a terminal, otherwise one line per second. */
final class DemoView {
    private final String page;
    private final Waits waits;
    private final Session session;
    private final Screen screen;
    private long seconds;

    DemoView(String page, Waits waits, Session session) {
        this.page = page;
        this.waits = waits;
        this.session = session;
        this.screen = new Screen(session);
    }

    void show(QueueStats fair) {
        seconds++;
        if (session.terminal().isInteractive()) {
            screen.show(columns -> picture(fair, columns), json());
        } else {
            session.print(line(), json());
        }
    }

    private String picture(QueueStats fair, int columns) {
        long longest = DemoTenant.ALL.stream()
                .mapToLong(tenant -> Math.max(fifo(tenant), fair(tenant)))
                .max()
                .orElse(0);
        Table table = new Table("TENANT", "SENDS/S", "WAITS IN A FIFO", "", "WAITS IN FILA", "");
        for (DemoTenant tenant : DemoTenant.ALL) {
            table.row(
                    tenant.name()
                            + (tenant.throttleKey().isEmpty() ? "" : " (" + DemoTenant.PARTNER_RATE + "/s at most)"),
                    tenant.perSecond(),
                    span(fifo(tenant)),
                    new Bar(fifo(tenant), longest),
                    span(fair(tenant)),
                    new Bar(fair(tenant), longest));
        }
        return "One tenant floods. The same messages go through a FIFO queue and through Fila,\n"
                + "with equal, overloaded consumers.\n"
                + "Dashboard: " + page + "   Press Ctrl-C to stop.\n\n"
                + table.within(columns) + "\n\n"
                + new QueuePicture(DemoLoad.FAIR, fair).within(columns);
    }

    private String line() {
        return seconds + " s: "
                + DemoTenant.ALL.stream()
                        .map(tenant -> tenant.name() + " " + span(fifo(tenant)) + " in a FIFO, " + span(fair(tenant))
                                + " in Fila")
                        .collect(Collectors.joining("; "));
    }

    private Json json() {
        return new Json()
                .put("seconds", seconds)
                .put("page", page)
                .putObjects(
                        "tenants",
                        DemoTenant.ALL,
                        tenant -> new Json()
                                .put("tenant", tenant.name())
                                .put("fifo_ms", fifo(tenant))
                                .put("fair_ms", fair(tenant)));
    }

    /** Says in a sentence what was to be seen. */
    void sumUp() {
        DemoTenant quiet = DemoTenant.ALL.get(1);
        session.printText("In the end " + quiet.name() + " waited " + span(fifo(quiet))
                + " behind the flood in a FIFO, and " + span(fair(quiet)) + " in Fila.");
    }

    private long fifo(DemoTenant tenant) {
        return waits.millis(DemoLoad.FIFO, tenant.name());
    }

    private long fair(DemoTenant tenant) {
        return waits.millis(DemoLoad.FAIR, tenant.name());
    }

    private static String span(long millis) {
        return millis < 1000 ? millis + " ms" : String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
    }
}
