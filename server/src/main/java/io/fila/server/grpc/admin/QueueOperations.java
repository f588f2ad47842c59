package io.fila.server.grpc.admin;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.Clock;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.MoveMessageResponse;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.PauseQueueResponse;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.PurgeQueueResponse;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.ResumeQueueResponse;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.SetKeyWeightResponse;
import io.fila.proto.v1.UpdateQueueRequest;
import io.fila.proto.v1.UpdateQueueResponse;
import io.fila.scripting.LuaHooks;
import io.fila.server.cluster.Placement;
import io.fila.server.enqueue.EnqueueOptionRules;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.Answer;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.RefusedException;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.grpc.message.SettlementCalls;
import io.fila.server.host.BrokerHost;
import io.fila.server.script.ScriptThreads;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What operators do to a queue that is there. Runs on the connections' event loops. */
final class QueueOperations {
    private final CommandGateway gateway;
    private final Clock clock;
    private final LuaHooks hooks;
    private final ScriptThreads scriptThreads;
    private final ShardRole role;

    QueueOperations(CommandGateway gateway, BrokerHost host, ShardRole role) {
        this.role = role;
        this.gateway = gateway;
        this.clock = host.clock();
        this.hooks = host.hooks();
        this.scriptThreads = host.scriptThreads();
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getUpdateQueueMethod(), UpdateQueueRequest.parser(), this::update)
                .unary(FilaAdminGrpc.getPauseQueueMethod(), PauseQueueRequest.parser(), this::pause)
                .unary(FilaAdminGrpc.getResumeQueueMethod(), ResumeQueueRequest.parser(), this::resume)
                .unary(FilaAdminGrpc.getPurgeQueueMethod(), PurgeQueueRequest.parser(), this::purge)
                .unary(FilaAdminGrpc.getMoveMessageMethod(), MoveMessageRequest.parser(), this::move)
                .unary(FilaAdminGrpc.getSetKeyWeightMethod(), SetKeyWeightRequest.parser(), this::setKeyWeight);
    }

    // ---- update ----

    private void update(UpdateQueueRequest request, UnaryCall<UpdateQueueResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection == null) {
            objection = QueueConfigs.maskObjection(request.getUpdateMask().getPathsList());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        QueueName queue = new QueueName(request.getQueue());
        Reply<QueueStats> reply = new Reply<>() {
            @Override
            public void accept(QueueStats stats) {
                if (!scriptThreads.submit(queue, () -> checkAndUpdate(queue, stats.config(), request, call))) {
                    call.refuse(AdminService.tooManyScripts(queue));
                }
            }

            @Override
            public void refuse(Refusal refusal) {
                call.refuse(refusal);
            }
        };
        gateway.enter(new Command.GetStats(queue, reply), reply);
    }

    /** Checks what the queue would become; the change itself is made to what it is by then. */
    private void checkAndUpdate(
            QueueName queue, QueueConfig current, UpdateQueueRequest request, UnaryCall<UpdateQueueResponse> call) {
        io.fila.proto.v1.QueueConfig wanted = merged(current, request);
        Refusal objection = QueueConfigRules.objection(wanted);
        if (objection == null) {
            objection = hooks.objection(QueueConfigs.read(wanted));
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<QueueConfig> reply = new Answer<>(
                call,
                changed -> UpdateQueueResponse.newBuilder()
                        .setConfig(QueueConfigs.write(changed))
                        .build());
        gateway.enter(
                new Command.UpdateQueue(queue, config -> QueueConfigs.read(merged(config, request)), reply), reply);
    }

    private static io.fila.proto.v1.QueueConfig merged(QueueConfig current, UpdateQueueRequest request) {
        List<String> paths = request.getUpdateMask().getPathsList();
        return QueueConfigs.merged(QueueConfigs.write(current), request.getConfig(), paths);
    }

    // ---- pause, resume, weight ----

    private void pause(PauseQueueRequest request, UnaryCall<PauseQueueResponse> call) {
        pause(
                request.getQueue(),
                request.getFairnessKey(),
                true,
                new Answer<>(call, done -> PauseQueueResponse.getDefaultInstance()));
    }

    private void resume(ResumeQueueRequest request, UnaryCall<ResumeQueueResponse> call) {
        pause(
                request.getQueue(),
                request.getFairnessKey(),
                false,
                new Answer<>(call, done -> ResumeQueueResponse.getDefaultInstance()));
    }

    private void pause(String queue, String fairnessKey, boolean paused, Reply<Done> reply) {
        Refusal objection = objection(queue, fairnessKey);
        if (objection != null) {
            reply.refuse(objection);
        } else {
            gateway.enter(new Command.Pause(new QueueName(queue), fairnessKey, paused, reply), reply);
        }
    }

    private void setKeyWeight(SetKeyWeightRequest request, UnaryCall<SetKeyWeightResponse> call) {
        String key = request.getFairnessKey().isEmpty() ? Scheduling.DEFAULT_KEY : request.getFairnessKey();
        Refusal objection = objection(request.getQueue(), key);
        if (objection == null && request.getWeight() == 0) {
            objection = Refusal.invalid("Expected a weight of at least 1 but it is 0; a key can be paused instead.");
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<Done> reply = new Answer<>(call, done -> SetKeyWeightResponse.getDefaultInstance());
        QueueName queue = new QueueName(request.getQueue());
        gateway.enter(new Command.SetWeight(queue, key, Integer.toUnsignedLong(request.getWeight()), reply), reply);
    }

    // ---- purge, move ----

    private void purge(PurgeQueueRequest request, UnaryCall<PurgeQueueResponse> call) {
        Refusal objection = objection(request.getQueue(), request.getFairnessKey());
        if (objection == null) {
            objection = EnqueueOptionRules.tooLong("older_than_ms", request.getOlderThanMs());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        // Without an age everything goes, also what waits for its moment.
        long acceptedBefore = request.getOlderThanMs() == 0
                ? Long.MAX_VALUE
                : clock.nowNanos() - TimeUnit.MILLISECONDS.toNanos(request.getOlderThanMs());
        new PurgeRun(gateway, new QueueName(request.getQueue()), request.getFairnessKey(), acceptedBefore, call).step();
    }

    private void move(MoveMessageRequest request, UnaryCall<MoveMessageResponse> call) {
        MessageId id = SettlementCalls.named(request.getQueue(), request.getMessageId(), call);
        if (id == null) {
            return;
        }
        Refusal objection = QueueName.objection(request.getTargetQueue());
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        QueueName queue = new QueueName(request.getQueue());
        QueueName target = new QueueName(request.getTargetQueue());
        if (role instanceof ShardRole.OneOfSeveral here) {
            var _ = here.placement()
                    .find(target.value())
                    .whenComplete((shard, failure) -> call.guard(() -> {
                        if (failure != null) {
                            call.refuse(RefusedException.status(failure));
                        } else if (shard == Placement.NOWHERE || shard == here.shard()) {
                            move(queue, id, target, call);
                        } else {
                            call.refuse(elsewhere(queue, target));
                        }
                    }));
        } else {
            move(queue, id, target, call);
        }
    }

    private void move(QueueName queue, MessageId id, QueueName target, UnaryCall<MoveMessageResponse> call) {
        Reply<Done> reply = new Answer<>(call, done -> MoveMessageResponse.getDefaultInstance());
        gateway.enter(new Command.Move(queue, id, target, reply), reply);
    }

    /** Two logs can't agree on one step: a message could be lost on the way, or be in both queues. */
    private static Refusal elsewhere(QueueName queue, QueueName target) {
        return Refusal.failedPrecondition("Expected queues of the same shard but " + target + " is on another than "
                + queue + ", and a message can't move between logs. Create the target with --beside " + queue
                + ", or consume the message and enqueue it again, with a dedup key.");
    }

    private static @Nullable Refusal objection(String queue, String fairnessKey) {
        Refusal objection = QueueName.objection(queue);
        return objection == null ? MessageLimits.objection("fairness key", fairnessKey) : objection;
    }
}
