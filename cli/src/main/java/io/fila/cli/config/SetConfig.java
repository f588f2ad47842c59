package io.fila.cli.config;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila config set}. */
public final class SetConfig implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Set a key. An empty value deletes it.")
                .parameter("KEY", "The key.")
                .parameter("VALUE", "The value.")
                .example("fila config set throttle.smtp 10,20")
                .example("fila config set throttle.smtp \"\"");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String key = arguments.required("KEY");
        String value = arguments.required("VALUE");
        session.admin().setConfig(key, value);
        session.print(
                "Set \"" + key + "\" = \"" + value + "\"",
                new Json().put("key", key).put("value", value));
    }
}
