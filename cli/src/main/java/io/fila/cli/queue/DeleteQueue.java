package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila queue delete}. */
public final class DeleteQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Delete a queue with its dead letter queue and all their messages.")
                .parameter("NAME", "The name of the queue.")
                .example("fila queue delete orders");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        session.admin().deleteQueue(name);
        session.print(
                "Deleted queue \"" + name + "\"", new Json().put("queue", name).put("deleted", true));
    }
}
