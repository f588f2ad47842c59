package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.NewApiKey;
import java.time.Instant;
import java.util.Optional;

/** {@code fila auth create}. */
public final class CreateKey implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Make an API key. Its token is shown this once.")
                .option("--name", "N", "A name for people. Required.")
                .option("--expires-at", "MS", "When the key ends, in milliseconds since 1970. Default: never.")
                .flag("--superadmin", "May do everything.")
                .example("fila auth create --name billing-worker");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.get("--name");
        if (name == null) {
            throw new WrongUsage("Expected --name N but found none");
        }
        long expiresAtMillis = arguments.number("--expires-at", 0, 0);
        Optional<Instant> expiresAt =
                expiresAtMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expiresAtMillis));
        NewApiKey key = session.admin().createApiKey(name, expiresAt, arguments.has("--superadmin"));
        session.print(
                "Key ID     : " + key.id() + "\nToken      : " + key.token(),
                new Json().put("key_id", key.id()).put("key", key.token()).put("is_superadmin", key.superadmin()));
    }
}
