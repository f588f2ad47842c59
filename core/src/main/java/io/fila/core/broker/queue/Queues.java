package io.fila.core.broker.queue;

import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All queues, by name for clients and by id for results from disk. */
public final class Queues {
    private final SharedState shared;
    private final Map<QueueName, Queue> byName = new HashMap<>();
    private final Map<QueueId, Queue> byId = new HashMap<>();
    private long nextId;

    public Queues(SharedState shared, long firstId) {
        this.shared = shared;
        this.nextId = firstId;
    }

    public Queue open(QueueName name, QueueConfig config, boolean automatic, Turn turn) {
        QueueCreated definition = new QueueCreated(new QueueId(nextId), name, config, automatic);
        turn.announce(definition);
        return restore(definition);
    }

    public Queue restore(QueueCreated definition) {
        Queue queue = new Queue(definition, shared, this);
        byName.put(queue.name(), queue);
        byId.put(queue.id(), queue);
        nextId = Math.max(nextId, queue.id().value() + 1);
        return queue;
    }

    public void close(Queue queue, Turn turn) {
        queue.delete(turn);
        byName.remove(queue.name());
        byId.remove(queue.id());
        shared.dispatcher().forget(queue);
    }

    /** The dead letter queue of a queue; created again if someone has deleted it. */
    public Queue deadLettersOf(Queue source, Turn turn) {
        Queue deadLetters = byName.get(source.name().deadLetter());
        return deadLetters != null ? deadLetters : open(source.name().deadLetter(), QueueConfig.DEFAULT, true, turn);
    }

    public @Nullable Queue find(QueueName name) {
        return byName.get(name);
    }

    /** The queue of this name, or null if there is none and the reply has been told so. */
    public @Nullable Queue find(QueueName name, Reply<?> reply, Turn turn) {
        Queue queue = byName.get(name);
        if (queue == null) {
            turn.refuse(reply, Refusal.notFound("Queue " + name + " does not exist; create it first."));
        }
        return queue;
    }

    public @Nullable Queue find(QueueId id) {
        return byId.get(id);
    }

    public int size() {
        return byName.size();
    }

    public List<Queue> sortedByName() {
        List<Queue> all = new ArrayList<>(byName.values());
        all.sort(Comparator.comparing(Queue::name));
        return all;
    }
}
