package io.fila.cli.broker;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.error.Unavailable;

/** {@code fila health}. */
public final class CheckHealth implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Check whether the broker accepts messages.")
                .note("Exit code 0 means yes. It does not while it starts or stops, or while its disk is too full.\n"
                        + "No API key is needed.")
                .example("fila health");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        if (!session.fila().isServing()) {
            throw new Unavailable(
                    "The broker answers but accepts no messages: it is starting or stopping, or its disk is too full.",
                    null);
        }
        session.print("SERVING", new Json().put("status", "SERVING"));
    }
}
