package io.fila.server.grpc.admin;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.PurgeQueueResponse;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;

/**
 * A purge on its way, step by step until nothing is left that is meant. Each step is an ordinary command among all others,
 * so a long purge stalls nobody.
 */
final class PurgeRun implements Reply<Purged> {
    private final CommandGateway gateway;
    private final QueueName queue;
    private final String fairnessKey;
    private final long acceptedBeforeNanos;
    private final UnaryCall<PurgeQueueResponse> call;
    private long purged;

    /** How many waited when it began: no more are deleted in all, so a fast producer can't keep it running. */
    private long most = -1;

    PurgeRun(
            CommandGateway gateway,
            QueueName queue,
            String fairnessKey,
            long acceptedBeforeNanos,
            UnaryCall<PurgeQueueResponse> call) {
        this.gateway = gateway;
        this.queue = queue;
        this.fairnessKey = fairnessKey;
        this.acceptedBeforeNanos = acceptedBeforeNanos;
        this.call = call;
    }

    void step() {
        gateway.enter(new Command.Purge(queue, fairnessKey, acceptedBeforeNanos, Limits.PURGE_STEP, this), this);
    }

    @Override
    public void accept(Purged step) {
        purged += step.count();
        most = most < 0 ? step.waited() : most;
        if (step.more() && purged < most && !call.isCancelled()) {
            step();
        } else {
            call.answer(PurgeQueueResponse.newBuilder().setPurged(purged).build());
        }
    }

    /** What is gone before the refusal is gone: a repeated call goes on from there. */
    @Override
    public void refuse(Refusal refusal) {
        call.refuse(refusal);
    }
}
