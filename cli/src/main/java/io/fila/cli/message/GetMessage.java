package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.StoredMessage;

/** {@code fila message get}. */
public final class GetMessage implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Show one message of a queue without leasing it.")
                .parameter("QUEUE", "The name of the queue.")
                .parameter("ID", "The id of the message.")
                .note("It searches the queue from its front, which takes a while in a long queue.")
                .example("fila message get orders 019b76da-a800-7000-8000-6f3c1d0e9a42");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("QUEUE");
        StoredMessage message = session.admin().message(queue, arguments.required("ID"));
        session.print(Shown.text(message), Shown.json(queue, message));
    }
}
