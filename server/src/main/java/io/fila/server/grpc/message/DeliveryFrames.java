package io.fila.server.grpc.message;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.reply.Refusal;
import org.jspecify.annotations.Nullable;

/** How what a consumer gets is put into frames. For the worker of its stream. */
interface DeliveryFrames {
    /** Whether the client itself says how many messages it can take. */
    boolean grantsCredit();

    /** Takes a delivery while the transport is ready; it goes out now, or with others. */
    void write(Delivery delivery, Body body);

    /** Sends what waits for others to go with. */
    void flush();

    /** Lets more of what the consumer says come in; returns what is to be done for it on a thread that may take its time. */
    @Nullable Runnable takeMore();

    /** Whether nothing will come any more but what the broker has already delivered. */
    boolean isComplete();

    /** Whether the client has been told what became of all it has said. */
    boolean isSettled();

    /** Why the stream should end though neither side wants it to; null if it should not. */
    @Nullable Refusal objection();

    /** The stream is gone, and what still waits here with it. */
    void closed();
}
