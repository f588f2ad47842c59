package io.fila.cli.demo;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.FilaClient;
import io.fila.client.error.FilaException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** {@code fila demo}. */
public final class Demo implements BrokerCommand {
    private static final Duration PAUSE = Duration.ofSeconds(1);

    @Override
    public Syntax syntax() {
        return Syntax.of("Start a temporary broker and watch it stay fair while one tenant floods.")
                .option("--seconds", "N", "Stop after this long. Default: at Ctrl-C.")
                .note("The broker keeps its data in a temporary directory and removes it at the end.")
                .example("fila demo");
    }

    @Override
    public void run(Arguments arguments, Session session) throws IOException, InterruptedException {
        long seconds = arguments.number("--seconds", 1, Long.MAX_VALUE);
        CountDownLatch stopped = new CountDownLatch(1);
        session.terminal().onInterrupt(stopped::countDown);
        session.hint("Starting a broker …");
        try (DemoBroker broker = DemoBroker.start(session.terminal().environment());
                FilaClient fila = FilaClient.connect(broker.address());
                DemoLoad load = DemoLoad.start(fila)) {
            session.hint("Its data is in " + broker.directory() + " until the demo ends. Dashboard: " + broker.page());
            DemoView view = new DemoView(broker.page(), load.waits(), session);
            for (long left = seconds; left > 0 && !stopped.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS); left--) {
                view.show(fila.admin().stats(DemoLoad.FAIR));
            }
            view.sumUp();
        } catch (FilaException ended) {
            // Ctrl-C reaches the broker too, and it may be the first to go.
            if (stopped.getCount() > 0) {
                throw ended;
            }
        }
    }
}
