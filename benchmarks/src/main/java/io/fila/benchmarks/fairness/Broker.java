package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;

/** A broker as tenants and their consumers use it. */
public interface Broker extends Closing {
    String name();

    /** Whether it distinguishes tenants. */
    boolean fair();

    void createQueue(String queue) throws Exception;

    /** Deletes a queue and its messages. */
    void deleteQueue(String queue) throws Exception;

    /**
     * Somewhere to send to, over a connection of its own.
     *
     * @param confirmed told of each message that the broker has confirmed; on any thread
     */
    Sender sender(String queue, Runnable confirmed) throws Exception;

    /**
     * Consumers of a queue until they are closed. Each handles one message at a time and acks it afterwards.
     *
     * @param receiver handles a message; on as many threads at once as there are consumers
     */
    Closing consumers(String queue, int count, Contender.Receiver receiver) throws Exception;

    /** Sends without waiting for confirmations. One thread. */
    interface Sender extends Closing {
        void send(Tenant tenant, byte[] payload);
    }
}
