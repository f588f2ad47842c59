package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila cancel}. */
public final class Cancel implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Delete a waiting message by its dedup key.")
                .parameter("QUEUE", "The name of the queue.")
                .parameter("DEDUP_KEY", "The dedup key the message was enqueued with.")
                .example("fila cancel orders order-4711");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("QUEUE");
        String dedupKey = arguments.required("DEDUP_KEY");
        boolean cancelled = session.fila().cancel(queue, dedupKey);
        session.print(
                cancelled
                        ? "Cancelled message \"" + dedupKey + "\" in queue \"" + queue + "\""
                        : "No message \"" + dedupKey + "\" is waiting in queue \"" + queue + "\"",
                new Json().put("queue", queue).put("dedup_key", dedupKey).put("cancelled", cancelled));
    }
}
