package io.fila.server.grpc;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.CreateQueueResponse;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.DeleteQueueResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.PerFairnessKeyStats;
import io.fila.proto.v1.QueueInfo;
import io.grpc.ServerServiceDefinition;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FilaAdmin: what operators call. Runs on the connections' event loops. */
final class AdminService {
    private final Door door;

    AdminService(Door door) {
        this.door = door;
    }

    ServerServiceDefinition definition() {
        return new ServiceAssembly(FilaAdminGrpc.getServiceDescriptor())
                .unary(FilaAdminGrpc.getCreateQueueMethod(), CreateQueueRequest.parser(), this::createQueue)
                .unary(FilaAdminGrpc.getDeleteQueueMethod(), DeleteQueueRequest.parser(), this::deleteQueue)
                .unary(FilaAdminGrpc.getListQueuesMethod(), ListQueuesRequest.parser(), this::listQueues)
                .unary(FilaAdminGrpc.getGetStatsMethod(), GetStatsRequest.parser(), this::getStats)
                .build();
    }

    private void createQueue(CreateQueueRequest request, UnaryCall<CreateQueueResponse> call) {
        Refusal objection = QueueName.objection(request.getName());
        if (objection == null) {
            objection = objection(request.getConfig());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<QueueName> reply = new Answer<>(
                call,
                name -> CreateQueueResponse.newBuilder()
                        .setQueueId(name.value())
                        .build());
        door.enter(
                new Command.CreateQueue(new QueueName(request.getName()), config(request.getConfig()), reply), reply);
    }

    private static @Nullable Refusal objection(io.fila.proto.v1.QueueConfig config) {
        if (!config.getOnEnqueueScript().isEmpty()) {
            return scripts("on_enqueue_script");
        }
        if (!config.getOnFailureScript().isEmpty()) {
            return scripts("on_failure_script");
        }
        long millis = config.getVisibilityTimeoutMs();
        long min = QueueConfig.MIN_VISIBILITY_TIMEOUT.toMillis();
        long max = QueueConfig.MAX_VISIBILITY_TIMEOUT.toMillis();
        boolean fits = millis == 0 || (millis >= min && millis <= max);
        return fits
                ? null
                : Refusal.invalid("Expected a visibility timeout of " + min + " to " + max
                        + " ms, or 0 for the default, but found " + Long.toUnsignedString(millis) + ".");
    }

    private static Refusal scripts(String field) {
        return Refusal.invalid(
                "Expected no " + field + " but found one: this broker does not run scripts yet; leave it empty.");
    }

    private static QueueConfig config(io.fila.proto.v1.QueueConfig config) {
        long millis = config.getVisibilityTimeoutMs();
        return millis == 0 ? QueueConfig.DEFAULT : new QueueConfig(Duration.ofMillis(millis));
    }

    private void deleteQueue(DeleteQueueRequest request, UnaryCall<DeleteQueueResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<Done> reply = new Answer<>(call, done -> DeleteQueueResponse.getDefaultInstance());
        door.enter(new Command.DeleteQueue(new QueueName(request.getQueue()), reply), reply);
    }

    private void listQueues(ListQueuesRequest request, UnaryCall<ListQueuesResponse> call) {
        Reply<List<QueueSummary>> reply = new Answer<>(call, AdminService::list);
        door.enter(new Command.ListQueues(reply), reply);
    }

    private static ListQueuesResponse list(List<QueueSummary> queues) {
        ListQueuesResponse.Builder list = ListQueuesResponse.newBuilder();
        for (QueueSummary queue : queues) {
            list.addQueues(QueueInfo.newBuilder()
                    .setName(queue.name().value())
                    .setDepth(queue.depth())
                    .setInFlight(queue.inFlight())
                    .setActiveConsumers(queue.consumers()));
        }
        return list.build();
    }

    private void getStats(GetStatsRequest request, UnaryCall<GetStatsResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<QueueStats> reply = new Answer<>(call, AdminService::stats);
        door.enter(new Command.GetStats(new QueueName(request.getQueue()), reply), reply);
    }

    private static GetStatsResponse stats(QueueStats stats) {
        GetStatsResponse.Builder response = GetStatsResponse.newBuilder()
                .setDepth(stats.depth())
                .setInFlight(stats.inFlight())
                .setActiveFairnessKeys(stats.activeKeys())
                .setActiveConsumers(stats.consumers())
                .setQuantum(stats.quantum());
        for (QueueStats.KeyStats key : stats.keys()) {
            response.addPerKeyStats(PerFairnessKeyStats.newBuilder()
                    .setKey(key.key())
                    .setPendingCount(key.pending())
                    .setCurrentDeficit(key.deficit())
                    .setWeight((int) key.weight()));
        }
        return response.build();
    }
}
