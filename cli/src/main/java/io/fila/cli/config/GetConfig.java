package io.fila.cli.config;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila config get}. */
public final class GetConfig implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Show the value of a key.")
                .parameter("KEY", "The key.")
                .example("fila config get throttle.smtp");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String key = arguments.required("KEY");
        String value = session.admin().config(key);
        session.print(key + ": " + value, new Json().put("key", key).put("value", value));
    }
}
