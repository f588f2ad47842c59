package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.simulator.model.Expectation;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An accepted creation makes the queue and its dead letter queue, under numbers that the process has not used. */
final class QueuesAreMadeAsAsked extends Law {
    private final Model model;
    private final Set<Long> usedNumbers = new HashSet<>();
    private final List<String> wanted = new ArrayList<>();

    QueuesAreMadeAsAsked(Model model) {
        super("A creation records the queue as asked for and its dead letter queue, with numbers never used before.");
        this.model = model;
    }

    @Override
    protected void restarts(Broker recovered) {
        usedNumbers.clear();
        model.queues().forEach(queue -> usedNumbers.add(queue.id().value()));
    }

    @Override
    protected void turnBegins(Observation seen) {
        wanted.clear();
    }

    @Override
    protected void decides(Sent sent, Expectation expected) {
        if (sent.command() instanceof Command.CreateQueue create
                && sent.answer() != null
                && sent.answer().accepted()) {
            wanted.add(describe(create.name(), create.config(), false));
            if (!create.name().isDeadLetter() && model.queue(create.name().deadLetter()) == null) {
                wanted.add(describe(create.name().deadLetter(), QueueConfig.DEFAULT, true));
            }
        }
    }

    @Override
    protected void turnEnds(Observation seen) {
        List<String> made = new ArrayList<>();
        for (Record change : seen.turn().records()) {
            if (change instanceof QueueCreated created) {
                made.add(describe(created.name(), created.config(), created.automatic()));
                require(usedNumbers.add(created.id().value()), "a number not used before", created);
            }
        }
        require(made.equals(wanted), () -> wanted.toString(), () -> made);
    }

    private static String describe(QueueName name, QueueConfig config, boolean automatic) {
        return name + " " + config.visibilityTimeout() + (automatic ? " automatic" : "");
    }
}
