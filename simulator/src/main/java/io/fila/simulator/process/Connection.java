package io.fila.simulator.process;

import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.journal.DamagedException;
import io.fila.core.message.Body;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's stream, both ends of it: the edge that reads bodies the broker did not carry, and the wire, which is slow
 * but keeps order.
 */
public final class Connection implements DeliverySink {
    private final Edge edge;
    private final ConsumerId id;
    private final QueueName queue;
    private final Receiver receiver;
    private final long latencyNanos;
    private boolean open = true;

    Connection(Edge edge, ConsumerId id, QueueName queue, Receiver receiver, long latencyNanos) {
        this.edge = edge;
        this.id = id;
        this.queue = queue;
        this.receiver = receiver;
        this.latencyNanos = latencyNanos;
    }

    public ConsumerId id() {
        return id;
    }

    public QueueName queue() {
        return queue;
    }

    public long latencyNanos() {
        return latencyNanos;
    }

    void attach(int credit) {
        edge.send(
                latencyNanos,
                Sent.<Done>asking(
                        reply -> new Command.Attach(queue, id, this, grantsCredit(), credit, reply), answer -> {
                            if (!answer.accepted()) {
                                lose();
                            }
                        }));
    }

    /** Every other client leaves it to the broker how much it holds. */
    private boolean grantsCredit() {
        return id.value() % 2 == 0;
    }

    public void grant(int credit) {
        if (open) {
            edge.send(latencyNanos, Sent.telling(new Command.Grant(queue, id, credit)));
        }
    }

    /** The client disconnects without settling what it holds. */
    public void close() {
        if (open) {
            open = false;
            edge.forget(this);
            edge.send(latencyNanos, Sent.telling(new Command.Detach(queue, id)));
        }
    }

    /** The stream broke or ended. */
    void lose() {
        if (open) {
            open = false;
            edge.forget(this);
            receiver.closed();
        }
    }

    @Override
    public void deliver(Delivery delivery) {
        edge.outbox().deliver(this, delivery);
    }

    @Override
    public void flush() {
        edge.outbox().flush(this);
    }

    @Override
    public void end(Refusal why) {
        edge.outbox().end(this);
    }

    /** A released delivery reaches the edge's reader and then the client. */
    void arrive(Delivery delivery) {
        if (!open) {
            return;
        }
        Delivery whole = withBody(delivery);
        if (whole != null) {
            receiver.received(whole);
        } else {
            grant(1);
        }
    }

    private @Nullable Delivery withBody(Delivery delivery) {
        if (delivery.body() != null) {
            return delivery;
        }
        try {
            Body body = edge.readBody(delivery);
            return body == null ? null : delivery.with(body);
        } catch (DamagedException damaged) {
            edge.send(
                    0,
                    Sent.telling(new Command.SetAside(
                            delivery.queueId(),
                            delivery.envelope().id(),
                            delivery.leaseId(),
                            String.valueOf(damaged.getMessage()))));
            return null;
        }
    }
}
