package io.fila.benchmarks.contender;

import java.util.function.IntConsumer;

/** A broker that is measured, through a client of its own. One producer and one consumer at a time. */
public interface Contender extends Closing {
    String name();

    /** When it confirms a message. */
    String durability();

    /** How it and its client are set up, as far as it matters. */
    String settings();

    /** Resident memory of the broker's process. */
    Resident resident();

    /** Processor time the broker's process has used so far. */
    double brokerCpuSeconds();

    /** Creates an empty queue. */
    void createQueue(String queue) throws Exception;

    /** Deletes a queue and its messages. */
    void deleteQueue(String queue) throws Exception;

    /**
     * Somewhere to send messages to.
     *
     * @param confirmed told how many more messages the broker has confirmed; on any thread
     */
    Sender sender(String queue, IntConsumer confirmed) throws Exception;

    /** The same for messages that come one at a time, if its client must be told not to batch them. */
    default Sender promptSender(String queue, IntConsumer confirmed) throws Exception {
        return sender(queue, confirmed);
    }

    /**
     * Consumes a queue until it is closed, and acks everything.
     *
     * @param receiver told of each message; on any one thread
     * @param settled told how many more messages are done with; on any thread
     */
    Closing consumer(String queue, Receiver receiver, IntConsumer settled) throws Exception;

    /** Sends without waiting. One thread. */
    interface Sender extends Closing {
        void send(byte[] payload);

        /** Flushes: the caller is about to wait. */
        void flush();
    }

    /** Receives messages. */
    interface Receiver {
        void receive(byte[] payload);
    }
}
