package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.Admin;
import java.time.Duration;

/** {@code fila queue purge}. */
public final class PurgeQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Delete the waiting messages of a queue. Messages in flight stay.")
                .parameter("NAME", "The name of the queue.")
                .option("--key", "KEY", "Only messages of this fairness key. Default: all.")
                .option("--older-than", "TIME", "Only messages older than this. Default: all.")
                .example("fila queue purge orders --older-than 1d");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        String key = arguments.getOr("--key", Admin.ALL_KEYS);
        Duration olderThan =
                arguments.has("--older-than") ? arguments.span("--older-than", Duration.ZERO) : Duration.ZERO;
        long purged;
        try (Progress _ = Progress.of(name, session)) {
            purged = session.admin().purge(name, key, olderThan);
        }
        session.print(
                "Purged " + purged + (purged == 1 ? " message of " : " messages of ") + Part.text(name, key),
                Part.json(name, key).put("purged", purged));
    }
}
