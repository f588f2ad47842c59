package io.fila.client;

import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.ConsumeCommand;
import io.grpc.Metadata;
import io.grpc.Status;

/** How messages come from the broker, for one life of a stream. Called under the consumer's lock. */
interface Subscription {
    /** Starts, with room for so many messages; what happens from now on is told to the receiver. */
    void open(int credit);

    /** Whether settlements travel here too. */
    boolean settles();

    /** Sends credit, and settlements if they travel here. */
    void send(ConsumeCommand command);

    /** Wants no more; what was sent is still answered if settlements travel here. */
    void end();

    /** Waits for nothing any more. */
    void abort();

    /** Who takes the messages, and hears what became of settlements. */
    interface Receiver {
        /** The broker has accepted the stream. */
        void opened(Subscription subscription);

        void received(Subscription subscription, ConsumeBatch batch);

        void lost(Subscription subscription, Status status, Metadata trailers);
    }
}
