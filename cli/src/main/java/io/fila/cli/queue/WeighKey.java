package io.fila.cli.queue;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;

/** {@code fila key weight}. */
public final class WeighKey implements BrokerCommand {
    private static final long MAX_WEIGHT = 0xFFFF_FFFFL;

    @Override
    public Syntax syntax() {
        return Syntax.of("Set the weight of a fairness key for its waiting messages.")
                .parameter("QUEUE", "The name of the queue.")
                .parameter("KEY", "The fairness key.")
                .parameter("WEIGHT", "Its share relative to the other keys; at least 1.")
                .note("A newer message with another weight changes it again.")
                .example("fila key weight orders acme 5");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String queue = arguments.required("QUEUE");
        String key = arguments.required("KEY");
        long weight = arguments.number("WEIGHT", 1, 1);
        if (weight > MAX_WEIGHT) {
            throw new WrongUsage("Expected WEIGHT to be at most " + MAX_WEIGHT + " but found " + weight);
        }
        session.admin().setKeyWeight(queue, key, weight);
        session.print(
                "Set weight of " + Part.text(queue, key) + " to " + weight,
                Part.json(queue, key).put("weight", weight));
    }
}
