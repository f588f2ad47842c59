package io.fila.cli.session;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.client.ClientOptions;
import io.fila.client.error.FilaException;
import java.io.IOException;

/** A command that talks to a broker. */
public interface BrokerCommand {
    Syntax syntax();

    /** Does the work. A {@link FilaException} that leaves it is shown to the user, and so is {@link WrongUsage}. */
    void run(Arguments arguments, Session session) throws IOException, InterruptedException;

    /** The options to connect with, where a command knows better than the defaults. */
    default ClientOptions tune(Arguments arguments, ClientOptions options) {
        return options;
    }
}
