package io.fila.client.produce;

import io.fila.client.Receipt;
import io.fila.client.error.FilaException;
import io.fila.proto.v1.StreamRefusal;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.List;

/** How messages travel to the broker. Called under the producer's lock. */
interface SendPath {
    /** Starts; what happens from now on is told to the sender. */
    void open();

    /** Whether a broker has let us in: what was sent may be stored, whatever the end of the stream says. */
    boolean accepted();

    /** Sends messages that are numbered one after the other. */
    void send(List<PendingSend> frame);

    /** No more sends will come; those under way may still be answered. */
    void end();

    /** Who sends messages, and hears what became of them. */
    interface Sender {
        /** Runs what takes in answers, then whatever follows from them. */
        void hear(Runnable answers);

        /** In {@link #hear}: the broker has answered a send. */
        void delivered(long sequence, Receipt receipt);

        /** In {@link #hear}: the broker has refused a send, which is not stored. */
        void refused(long sequence, StreamRefusal refusal);

        /** In {@link #hear}: the call of a send has failed. */
        void failed(long sequence, FilaException failure);

        /** The way is gone, with everything under way on it. */
        void lost(SendPath path, Status status, Metadata trailers);
    }
}
