package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.ClientOptions;
import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import java.time.Duration;

/** {@code fila consume}. */
public final class Consume implements BrokerCommand {
    private static final long WITHOUT_END = Long.MAX_VALUE;

    /** What is sent ahead is leased although nobody has seen it, so a person's consumer asks for little ahead. */
    private static final int PREFETCH_MESSAGES = 16;

    /** How long a person waits before wondering what for. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private static final int WINDOW_BYTES = 65_535;

    @Override
    public Syntax syntax() {
        return Syntax.of("Consume a queue and print its messages, until Ctrl-C.")
                .parameter("QUEUE", "The name of the queue.")
                .flag("--ack", "Ack each message once it is printed.")
                .option("--count", "N", "End after this many messages.")
                .note("Without --ack the messages return to their queue when their visibility timeout ends.")
                .example("fila consume orders --ack")
                .example("fila consume orders --count 1 --output json");
    }

    @Override
    public ClientOptions tune(Arguments arguments, ClientOptions options) {
        return options.withPrefetchMessages((int) Math.min(count(arguments), PREFETCH_MESSAGES))
                .withWindowBytes(WINDOW_BYTES);
    }

    @Override
    public void run(Arguments arguments, Session session) throws InterruptedException {
        boolean ack = arguments.has("--ack");
        long count = count(arguments);
        String queue = arguments.required("QUEUE");
        try (Deliveries deliveries = open(queue, count, session.fila())) {
            session.terminal().onInterrupt(deliveries::close);
            Delivery first = deliveries.poll(SOON);
            if (first == null) {
                session.hint(Waiting.on(queue, session));
            }
            Outstanding acks = new Outstanding();
            for (long printed = 0; printed < count && !session.output().abandoned(); printed++) {
                Delivery delivery = first == null ? deliveries.take() : first;
                first = null;
                if (delivery == null) {
                    break;
                }
                session.print(Shown.text(delivery), Shown.json(delivery));
                if (ack) {
                    acks.add(delivery.ackAsync());
                }
            }
            acks.settle();
        }
    }

    private static Deliveries open(String queue, long count, FilaClient fila) {
        return count > Integer.MAX_VALUE ? fila.consume(queue) : fila.consume(queue, (int) count);
    }

    private static long count(Arguments arguments) {
        return arguments.number("--count", 1, WITHOUT_END);
    }
}
