package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.RotatedApiKey;
import java.time.Duration;

/** {@code fila auth rotate}. */
public final class RotateKey implements BrokerCommand {
    private static final long DEFAULT_GRACE_SECONDS = 3600;

    @Override
    public Syntax syntax() {
        return Syntax.of("Give an API key a new token, shown once; the current one ends after a grace period.")
                .parameter("ID", "The id of the key.")
                .option(
                        "--grace",
                        "SECONDS",
                        "How long the current token stays valid, in seconds. Default: " + DEFAULT_GRACE_SECONDS + ".")
                .example("fila auth rotate 3f2a9c --grace 600");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        long graceSeconds = arguments.number("--grace", 0, DEFAULT_GRACE_SECONDS);
        RotatedApiKey key = session.admin().rotateApiKey(arguments.required("ID"), Duration.ofSeconds(graceSeconds));
        session.print(
                "Key ID     : " + key.id() + "\nToken      : " + key.token() + "\nThe former token ends at "
                        + key.formerEndsAt(),
                new Json()
                        .put("key_id", key.id())
                        .put("key", key.token())
                        .put("former_expires_at_ms", key.formerEndsAt().toEpochMilli()));
    }
}
