package io.fila.simulator.process;

import io.fila.core.broker.Broker;
import io.fila.core.queue.QueueName;

/** What clients reach: a process on one machine, or a cluster of several. */
public interface Service {
    /** Brings up whatever is down, so that there is a broker sooner or later. */
    void start();

    /** Whether there is a broker that takes commands. */
    boolean isUp();

    /** The living broker; only while there is one. */
    Broker broker();

    /** Commands that wait for a turn, and turns that wait to be durable. */
    int waiting();

    long turns();

    void send(long latencyNanos, Sent sent);

    Connection connect(QueueName queue, int credit, Receiver receiver);

    /** Nothing goes wrong any more and nobody is turned away. */
    void speedUp();

    /** Disconnects every client. */
    void disconnectAll();
}
