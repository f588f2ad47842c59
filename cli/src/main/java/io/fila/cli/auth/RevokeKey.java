package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila auth revoke}. */
public final class RevokeKey implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Revoke an API key, effective at once.")
                .parameter("ID", "The id of the key.")
                .example("fila auth revoke 3f2a9c");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String id = arguments.required("ID");
        session.admin().revokeApiKey(id);
        session.print("Revoked key \"" + id + "\"", new Json().put("key_id", id).put("revoked", true));
    }
}
