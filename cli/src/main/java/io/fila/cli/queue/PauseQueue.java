package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.Admin;

/** {@code fila queue pause}. */
public final class PauseQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Stop deliveries from a queue, or of one fairness key, until you resume it.")
                .parameter("NAME", "The name of the queue.")
                .option("--key", "KEY", "Only this fairness key. Default: the whole queue.")
                .note("Producers can still enqueue, and consumers can still ack and nack what they hold.")
                .example("fila queue pause orders")
                .example("fila queue pause orders --key acme");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        String key = arguments.getOr("--key", Admin.ALL_KEYS);
        session.admin().pause(name, key);
        session.print("Paused " + Part.text(name, key), Part.json(name, key).put("paused", true));
    }
}
