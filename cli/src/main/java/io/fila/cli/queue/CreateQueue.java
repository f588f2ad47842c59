package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueConfig;

/** {@code fila queue create}. */
public final class CreateQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return ConfigOptions.addTo(Syntax.of("Create a queue.")
                        .parameter("NAME", "The name of the new queue.")
                        .option(
                                "--beside",
                                "QUEUE",
                                "In a cluster: on the shard of this queue, so that messages can move between them."))
                .example("fila queue create orders")
                .example("fila queue create mail --visibility-timeout 60000 --on-failure @retry.lua")
                .example("fila queue create clicks --max-depth 100000 --overflow drop_oldest");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        QueueConfig config =
                session.admin().createQueue(name, ConfigOptions.read(arguments), arguments.getOr("--beside", ""));
        session.print(
                "Created queue \"" + name + "\"", new Json().put("queue", name).put("created", true));
        session.hint(FailureNote.of(name, config));
    }
}
