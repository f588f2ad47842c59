package io.fila.server.grpc.admin;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.RedriveResponse;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;

/**
 * A redrive on its way: so many steps, one after the other, that what was there when it began has moved. Each step is an
 * ordinary command among all others, so a long redrive stalls nobody.
 */
final class RedriveRun implements Reply<Integer> {
    private final CommandGateway gateway;
    private final QueueName deadLetters;
    private final UnaryCall<RedriveResponse> call;
    private long wanted;
    private long moved;

    RedriveRun(CommandGateway gateway, QueueName deadLetters, long count, UnaryCall<RedriveResponse> call) {
        this.gateway = gateway;
        this.deadLetters = deadLetters;
        this.call = call;
        this.wanted = count == 0 ? Long.MAX_VALUE : count;
    }

    void start() {
        Reply<QueueStats> reply = new Reply<>() {
            @Override
            public void accept(QueueStats stats) {
                wanted = Long.compareUnsigned(wanted, stats.depth()) < 0 ? wanted : stats.depth();
                step();
            }

            @Override
            public void refuse(Refusal refusal) {
                call.refuse(refusal);
            }
        };
        gateway.enter(new Command.GetStats(deadLetters, reply), reply);
    }

    /** Even with nothing to move one step is made: it finds out whether the source queue is there. */
    private void step() {
        int size = (int) Math.min(Limits.REDRIVE_STEP, Math.max(1, wanted - moved));
        gateway.enter(new Command.Redrive(deadLetters, size, this), this);
    }

    @Override
    public void accept(Integer count) {
        moved += count;
        if (count == 0 || moved >= wanted) {
            call.answer(RedriveResponse.newBuilder().setRedriven(moved).build());
        } else {
            step();
        }
    }

    /** What has moved before the refusal has moved: a repeated call goes on from there. */
    @Override
    public void refuse(Refusal refusal) {
        call.refuse(refusal);
    }
}
