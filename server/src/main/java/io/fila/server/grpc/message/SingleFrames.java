package io.fila.server.grpc.message;

import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.reply.Refusal;
import io.fila.server.wire.Frame;
import io.fila.server.wire.Frames;
import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/** The frames of a plain Consume: a frame for each message, until the consumer has as many as it asked for. */
final class SingleFrames implements DeliveryFrames {
    /** Messages a consumer may be sent ahead of what its transport has taken. */
    static final int WINDOW = 256;

    /** Written messages after which credit is renewed: few commands, and never a dry spell. */
    static final int RENEWAL = WINDOW / 4;

    private final ServerCall<byte[], Frame> call;
    private final Allowance allowance;

    SingleFrames(ServerCall<byte[], Frame> call, Allowance allowance) {
        this.call = call;
        this.allowance = allowance;
    }

    @Override
    public boolean grantsCredit() {
        return false;
    }

    @Override
    public void write(Delivery delivery, Body body) {
        call.sendMessage(Frames.delivered(delivery, body));
    }

    /** Nothing waits: the transport gathers writes by itself. */
    @Override
    public void flush() {}

    /** A consumer says one thing, at the beginning. */
    @Override
    public @Nullable Runnable takeMore() {
        return null;
    }

    @Override
    public boolean isSettled() {
        return true;
    }

    @Override
    public boolean isComplete() {
        return allowance.usedUp();
    }

    @Override
    public @Nullable Refusal objection() {
        return null;
    }

    @Override
    public void closed() {}
}
