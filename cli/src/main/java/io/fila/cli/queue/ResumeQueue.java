package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.Admin;

/** {@code fila queue resume}. */
public final class ResumeQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Resume deliveries from a queue, or of one fairness key.")
                .parameter("NAME", "The name of the queue.")
                .option("--key", "KEY", "Only this fairness key. Default: the queue as a whole.")
                .note("Resuming a queue does not resume keys that you paused separately.")
                .example("fila queue resume orders");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        String key = arguments.getOr("--key", Admin.ALL_KEYS);
        session.admin().resume(name, key);
        session.print("Resumed " + Part.text(name, key), Part.json(name, key).put("paused", false));
    }
}
