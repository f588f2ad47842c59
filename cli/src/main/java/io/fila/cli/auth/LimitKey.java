package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila auth limit}. */
public final class LimitKey implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Limit what clients with an API key may use. What you omit has no limit.")
                .parameter("ID", "The id of the key.")
                .option("--enqueues", "N", "Messages per second.")
                .option("--bytes", "N", "Bytes of messages per second.")
                .option("--streams", "N", "Open streams.")
                .example("fila auth limit 3f2a9c --enqueues 1000 --streams 20");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String id = arguments.required("ID");
        long enqueues = arguments.number("--enqueues", 0, 0);
        long bytes = arguments.number("--bytes", 0, 0);
        int streams = (int) Math.min(Integer.MAX_VALUE, arguments.number("--streams", 0, 0));
        session.admin().setApiKeyLimits(id, enqueues, bytes, streams);
        session.print(
                "Limits of key \"" + id + "\": " + shown(enqueues) + " messages a second, " + shown(bytes)
                        + " bytes a second, " + shown(streams) + " streams",
                new Json()
                        .put("key_id", id)
                        .put("enqueues_per_second", enqueues)
                        .put("bytes_per_second", bytes)
                        .put("streams", streams));
    }

    private static String shown(long limit) {
        return limit == 0 ? "any" : Long.toString(limit);
    }
}
