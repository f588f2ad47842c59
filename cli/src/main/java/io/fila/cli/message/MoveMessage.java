package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila message move}. */
public final class MoveMessage implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Move one waiting message to another queue.")
                .parameter("QUEUE", "The queue it is in.")
                .parameter("ID", "The id of the message.")
                .parameter("TARGET", "The queue to move it to.")
                .example("fila message move orders 019b76da-a800-7000-8000-6f3c1d0e9a42 orders-by-hand");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("QUEUE");
        String id = arguments.required("ID");
        String target = arguments.required("TARGET");
        session.admin().move(queue, id, target);
        session.print(
                "Moved message " + id + " from \"" + queue + "\" to \"" + target + "\"",
                new Json().put("message_id", id).put("queue", queue).put("target_queue", target));
    }
}
