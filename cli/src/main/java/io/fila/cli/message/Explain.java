package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.Explanation;
import java.time.Instant;
import java.util.Locale;

/** {@code fila explain}. */
public final class Explain implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Say why a message waits and what would release it, or what happened to it.")
                .parameter("QUEUE", "The name of the queue.")
                .option("--key", "KEY", "Explain the next message of this fairness key. Default: the first in line.")
                .option("--message", "ID", "Explain this message. Dead letters count too.")
                .example("fila explain orders --key acme")
                .example("fila explain orders --message 019b76da-a800-7000-8000-6f3c1d0e9a42");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("QUEUE");
        String key = arguments.getOr("--key", "");
        String message = arguments.getOr("--message", "");
        if (!key.isEmpty() && !message.isEmpty()) {
            throw new WrongUsage("Expected --key or --message but found both; name one of them");
        }
        Explanation explanation = message.isEmpty()
                ? session.admin().explain(queue, key)
                : session.admin().explainMessage(queue, message);
        session.print(explanation.toString(), json(explanation));
    }

    private static Json json(Explanation said) {
        Json json = new Json()
                .put("queue", said.queue())
                .put("fairness_key", said.fairnessKey())
                .putUnlessEmpty("message_id", said.messageId())
                .put("standing", word(said.standing()))
                .putUnlessEmpty("until", said.until().map(Instant::toString).orElse(""));
        said.expectedWait().ifPresent(wait -> json.put("expected_wait_ms", wait.toMillis()));
        said.sufficientRate().ifPresent(rate -> json.put("sufficient_rate_per_second", rate));
        return json.putObjects(
                        "barriers",
                        said.barriers(),
                        barrier -> new Json()
                                .put("kind", word(barrier.kind()))
                                .putUnlessEmpty("throttle_key", barrier.throttleKey())
                                .putUnlessEmpty(
                                        "opens_at",
                                        barrier.opensAt().map(Instant::toString).orElse("")))
                .putObjects("history", said.history(), SaveRecording::json)
                .put("sentence", said.sentence())
                .put("change", said.change());
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
