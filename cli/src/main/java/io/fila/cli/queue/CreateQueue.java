package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.QueueConfig;
import java.time.Duration;

/** {@code fila queue create}. */
public final class CreateQueue implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Create a queue.")
                .parameter("NAME", "The name of the new queue.")
                .option(
                        "--on-enqueue",
                        "LUA|@FILE",
                        "Script that gives each message its fairness key, weight and throttle keys.")
                .option(
                        "--on-failure",
                        "LUA|@FILE",
                        "Script that decides between another attempt and the dead letter queue.")
                .option("--visibility-timeout", "MS", "How long a consumer may hold a message. Default: 30000.")
                .option("--max-attempts", "N", "Failures after which a message is a dead letter. Default: no limit.")
                .option(
                        "--script-fallback",
                        "MODE",
                        "What a message gets while its script fails: defaults (the default) or last_good.")
                .example("fila queue create orders")
                .example("fila queue create mail --visibility-timeout 60000 --on-failure @retry.lua");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.required("NAME");
        session.admin().createQueue(name, config(arguments));
        session.print(
                "Created queue \"" + name + "\"", new Json().put("queue", name).put("created", true));
    }

    private static QueueConfig config(Arguments arguments) {
        long timeoutMillis = arguments.number("--visibility-timeout", 0, 0);
        QueueConfig config = QueueConfig.DEFAULT.withVisibilityTimeout(Duration.ofMillis(timeoutMillis));
        long maxAttempts = arguments.number("--max-attempts", 0, 0);
        if (maxAttempts > 0) {
            config = config.withMaxAttempts((int) Math.min(maxAttempts, Integer.MAX_VALUE));
        }
        String fallback = arguments.get("--script-fallback");
        if (fallback != null) {
            config = config.withScriptFallback(fallback);
        }
        String onEnqueue = arguments.get("--on-enqueue");
        if (onEnqueue != null) {
            config = config.withOnEnqueueScript(Script.read(onEnqueue));
        }
        String onFailure = arguments.get("--on-failure");
        if (onFailure != null) {
            config = config.withOnFailureScript(Script.read(onFailure));
        }
        return config;
    }
}
