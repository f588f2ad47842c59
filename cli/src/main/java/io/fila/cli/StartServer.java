package io.fila.cli;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila server}, for the help: the launcher starts the broker's own program before this one is asked. */
final class StartServer implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Run the broker.")
                .option("--config", "FILE", "The configuration. Default: ./fila.toml, then /etc/fila/fila.toml.")
                .option("--listen", "HOST:PORT", "Where to listen. Default: 0.0.0.0:5555.")
                .option("--data-dir", "DIR", "Where messages are kept. Default: ./data.")
                .example("fila server --listen 127.0.0.1:5555 --data-dir /var/lib/fila");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        throw new WrongUsage("The broker is started by the launcher script: ./fila server");
    }
}
