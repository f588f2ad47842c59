package io.fila.server.grpc.admin;

import io.fila.core.command.Command;
import io.fila.core.config.Setting;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.ConfigEntry;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.CreateQueueResponse;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.DeleteQueueResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.GetConfigResponse;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListConfigResponse;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.QueueInfo;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.RedriveResponse;
import io.fila.proto.v1.SetConfigRequest;
import io.fila.proto.v1.SetConfigResponse;
import io.fila.scripting.LuaHooks;
import io.fila.server.cluster.ClusterView;
import io.fila.server.grpc.access.Authentication;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.Answer;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.host.BrokerHost;
import io.fila.server.script.ScriptThreads;
import io.grpc.ServerServiceDefinition;
import java.util.List;

/** FilaAdmin: what operators call. Runs on the connections' event loops. */
public final class AdminService {
    private final CommandGateway gateway;
    private final LuaHooks hooks;
    private final ScriptThreads scriptThreads;
    private final QueueOperations operations;
    private final MessageBrowser browser;
    private final KeyService keys;
    private final Authentication authentication;
    private final BackupCalls backups;
    private final RecorderCalls recorder;
    private final ScriptCalls scripts;
    private final ClusterView cluster;
    private final ShardRole role;
    private final ClusterCalls clusterCalls;

    public AdminService(
            CommandGateway gateway,
            BrokerHost host,
            Authentication authentication,
            ClusterView cluster,
            ShardRole role) {
        this.role = role;
        this.gateway = gateway;
        this.hooks = host.hooks();
        this.scriptThreads = host.scriptThreads();
        this.operations = new QueueOperations(gateway, host, role);
        this.browser = new MessageBrowser(gateway, host, role);
        this.keys = new KeyService(gateway, host.keys(), role);
        this.authentication = authentication;
        this.backups = new BackupCalls(host);
        this.recorder = new RecorderCalls(host);
        this.scripts = new ScriptCalls(host);
        this.cluster = cluster;
        this.clusterCalls = new ClusterCalls(cluster, role, host.readers());
    }

    public ServerServiceDefinition definition() {
        ServiceAssembly service = new ServiceAssembly(FilaAdminGrpc.getServiceDescriptor(), authentication)
                .unary(FilaAdminGrpc.getCreateQueueMethod(), CreateQueueRequest.parser(), this::createQueue)
                .unary(FilaAdminGrpc.getDeleteQueueMethod(), DeleteQueueRequest.parser(), this::deleteQueue)
                .unary(FilaAdminGrpc.getListQueuesMethod(), ListQueuesRequest.parser(), this::listQueues)
                .unary(FilaAdminGrpc.getGetStatsMethod(), GetStatsRequest.parser(), this::getStats)
                .unary(FilaAdminGrpc.getSetConfigMethod(), SetConfigRequest.parser(), this::setConfig)
                .unary(FilaAdminGrpc.getGetConfigMethod(), GetConfigRequest.parser(), this::getConfig)
                .unary(FilaAdminGrpc.getListConfigMethod(), ListConfigRequest.parser(), this::listConfig)
                .unary(FilaAdminGrpc.getRedriveMethod(), RedriveRequest.parser(), this::redrive);
        operations.addTo(service);
        browser.addTo(service);
        keys.addTo(service);
        backups.addTo(service);
        recorder.addTo(service);
        scripts.addTo(service);
        clusterCalls.addTo(service);
        return service.build();
    }

    private void createQueue(CreateQueueRequest request, UnaryCall<CreateQueueResponse> call) {
        Refusal objection = QueueName.objection(request.getName());
        if (objection == null) {
            objection = QueueConfigRules.objection(request.getConfig());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        QueueName name = new QueueName(request.getName());
        QueueConfig config = QueueConfigs.read(request.getConfig());
        if (!config.hasOnEnqueue() && !config.hasOnFailure()) {
            createQueue(name, config, request, call);
        } else if (!scriptThreads.submit(name, () -> checkAndCreateQueue(name, config, request, call))) {
            call.refuse(tooManyScripts(name));
        }
    }

    static Refusal tooManyScripts(QueueName queue) {
        return Refusal.exhausted(
                "Expected to try the scripts of queue " + queue + " but too many are waiting; try again in a moment.");
    }

    private void checkAndCreateQueue(
            QueueName name, QueueConfig config, CreateQueueRequest request, UnaryCall<CreateQueueResponse> call) {
        Refusal objection = hooks.objection(config);
        if (objection != null) {
            call.refuse(objection);
        } else {
            createQueue(name, config, request, call);
        }
    }

    private void createQueue(
            QueueName name, QueueConfig config, CreateQueueRequest request, UnaryCall<CreateQueueResponse> call) {
        Reply<QueueName> reply = new Answer<>(
                call,
                created -> CreateQueueResponse.newBuilder()
                        .setQueueId(created.value())
                        .setConfig(QueueConfigs.write(config))
                        .build());
        if (role instanceof ShardRole.First first) {
            first.create(name, request.getBeside(), request.toByteArray(), refusal -> {
                if (refusal == null) {
                    reply.accept(name);
                } else {
                    reply.refuse(refusal);
                }
            });
        } else {
            gateway.enter(new Command.CreateQueue(name, config, reply), reply);
        }
    }

    private void deleteQueue(DeleteQueueRequest request, UnaryCall<DeleteQueueResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<Done> reply = new Answer<>(call, done -> DeleteQueueResponse.getDefaultInstance());
        gateway.enter(new Command.DeleteQueue(new QueueName(request.getQueue()), reply), reply);
    }

    private void listQueues(ListQueuesRequest request, UnaryCall<ListQueuesResponse> call) {
        Reply<List<QueueSummary>> reply = new Answer<>(call, this::list);
        gateway.enter(new Command.ListQueues(reply), reply);
    }

    private ListQueuesResponse list(List<QueueSummary> queues) {
        ListQueuesResponse.Builder list = ListQueuesResponse.newBuilder().setClusterNodeCount(cluster.nodeCount());
        for (QueueSummary queue : queues) {
            list.addQueues(QueueInfo.newBuilder()
                    .setName(queue.name().value())
                    .setDepth(queue.depth())
                    .setInFlight(queue.inFlight())
                    .setActiveConsumers(queue.consumers())
                    .setLeaderNodeId(cluster.leaderNodeId())
                    .setPaused(queue.paused()));
        }
        return list.build();
    }

    private void getStats(GetStatsRequest request, UnaryCall<GetStatsResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        QueueName queue = new QueueName(request.getQueue());
        Reply<QueueStats> whole = new Answer<>(call, stats -> StatsAnswer.of(stats, hooks.status(queue), cluster));
        Reply<QueueStats> reply = role instanceof ShardRole.Other other ? new CompletedStats(other, whole) : whole;
        gateway.enter(new Command.GetStats(queue, reply), reply);
    }

    private void setConfig(SetConfigRequest request, UnaryCall<SetConfigResponse> call) {
        Reply<Done> reply = ShardRole.shared(role, new Answer<>(call, done -> SetConfigResponse.getDefaultInstance()));
        gateway.enter(new Command.SetConfig(request.getKey(), request.getValue(), reply), reply);
    }

    private void getConfig(GetConfigRequest request, UnaryCall<GetConfigResponse> call) {
        Reply<String> reply = new Answer<>(
                call, value -> GetConfigResponse.newBuilder().setValue(value).build());
        gateway.enter(new Command.GetConfig(request.getKey(), reply), reply);
    }

    private void listConfig(ListConfigRequest request, UnaryCall<ListConfigResponse> call) {
        Reply<List<Setting>> reply = new Answer<>(call, AdminService::settings);
        gateway.enter(new Command.ListConfig(request.getPrefix(), reply), reply);
    }

    private static ListConfigResponse settings(List<Setting> settings) {
        ListConfigResponse.Builder list = ListConfigResponse.newBuilder().setTotalCount(settings.size());
        for (Setting setting : settings) {
            list.addEntries(ConfigEntry.newBuilder().setKey(setting.key()).setValue(setting.value()));
        }
        return list.build();
    }

    private void redrive(RedriveRequest request, UnaryCall<RedriveResponse> call) {
        Refusal objection = QueueName.objection(request.getDlqQueue());
        QueueName deadLetters = new QueueName(request.getDlqQueue());
        if (objection == null && !deadLetters.isDeadLetter()) {
            objection = Refusal.invalid("Expected the name of a dead letter queue, ending in .dlq, but it is "
                    + deadLetters + "; name the dead letter queue to redrive.");
        }
        if (objection != null) {
            call.refuse(objection);
        } else {
            new RedriveRun(gateway, deadLetters, request.getCount(), call).start();
        }
    }
}
