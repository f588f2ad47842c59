package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueConfig;

/** {@code fila queue update}. */
public final class UpdateQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return ConfigOptions.addTo(Syntax.of("Change a queue's settings, effective at once.")
                        .parameter("NAME", "The name of the queue."))
                .note(
                        "Settings you omit stay. 0 restores the default; for --sparse-allowance and --retry-backoff, \"default\" does.")
                .example("fila queue update orders --max-attempts 5 --max-in-flight-per-key 10");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        QueueConfig changes = ConfigOptions.read(arguments);
        if (changes.equals(QueueConfig.DEFAULT)) {
            throw new WrongUsage("Expected at least one setting to change but found none");
        }
        session.admin().updateQueue(name, changes);
        session.print(
                "Updated queue \"" + name + "\"", new Json().put("queue", name).put("updated", true));
    }
}
