package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.Admin;

/** {@code fila redrive}. */
public final class Redrive implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Move dead letters back to the queue they came from, oldest first.")
                .parameter("DLQ", "The dead letter queue; its name ends in .dlq.")
                .option("--count", "N", "Move at most this many. Default: all.")
                .example("fila redrive orders.dlq --count 100");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("DLQ");
        long count = arguments.number("--count", 0, Admin.ALL);
        long moved;
        try (Progress _ = Progress.of(queue, session)) {
            moved = session.admin().redrive(queue, count);
        }
        session.print(
                "Redrive complete: " + moved + (moved == 1 ? " message" : " messages") + " moved from \"" + queue
                        + "\"",
                new Json().put("queue", queue).put("redriven", moved));
    }
}
