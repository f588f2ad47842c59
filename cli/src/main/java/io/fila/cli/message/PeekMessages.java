package io.fila.cli.message;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.StoredMessage;
import io.fila.client.admin.MessageState;
import io.fila.client.admin.Peek;

/** {@code fila message peek}. */
public final class PeekMessages implements BrokerCommand {
    private static final int DEFAULT_COUNT = 20;

    /** As many as a broker shows at once. */
    private static final int MOST_A_PAGE = 1000;

    @Override
    public Syntax syntax() {
        return Syntax.of("Show messages of a queue without leasing them.")
                .parameter("QUEUE", "The name of the queue.")
                .option("--state", "STATE", "pending (the default), scheduled or in-flight.")
                .option("--key", "KEY", "Only this fairness key; not for scheduled messages.")
                .option("--count", "N", "Show at most this many. Default: 20.")
                .note("Pending and in-flight messages are ordered by fairness key, scheduled ones by due time.")
                .example("fila message peek orders")
                .example("fila message peek orders --state scheduled --count 100");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("QUEUE");
        long left = arguments.number("--count", 1, DEFAULT_COUNT);
        Peek peek = Peek.at(state(arguments.getOr("--state", "pending"))).withFairnessKey(arguments.getOr("--key", ""));
        boolean found = false;
        boolean more = true;
        while (more && left > 0 && !session.output().abandoned()) {
            StoredMessage.Page page = session.admin().peek(queue, peek.withPageSize((int) Math.min(left, MOST_A_PAGE)));
            for (StoredMessage message : page.messages()) {
                session.print(Shown.text(message), Shown.json(queue, message));
                found = true;
            }
            left -= page.messages().size();
            more = !page.nextPageToken().isEmpty();
            peek = peek.withPageToken(page.nextPageToken());
        }
        if (!found) {
            session.printText("No messages found.");
        }
    }

    private static MessageState state(String typed) {
        return switch (typed) {
            case "pending" -> MessageState.PENDING;
            case "scheduled" -> MessageState.SCHEDULED;
            case "in-flight" -> MessageState.IN_FLIGHT;
            default ->
                throw new WrongUsage(
                        "Expected --state to be pending, scheduled or in-flight but found \"" + typed + "\"");
        };
    }
}
