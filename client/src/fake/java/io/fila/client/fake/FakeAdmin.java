package io.fila.client.fake;

import com.google.protobuf.Descriptors;
import io.fila.proto.v1.ApiKeyInfo;
import io.fila.proto.v1.ClusterNode;
import io.fila.proto.v1.ClusterShard;
import io.fila.proto.v1.ConfigEntry;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.CreateQueueResponse;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.DeleteQueueResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetAclResponse;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.GetConfigResponse;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.GetMessageResponse;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListApiKeysResponse;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListConfigResponse;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageState;
import io.fila.proto.v1.MessageView;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.MoveMessageResponse;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.PauseQueueResponse;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.fila.proto.v1.PerFairnessKeyStats;
import io.fila.proto.v1.PerThrottleKeyStats;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.PurgeQueueResponse;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.QueueInfo;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.RedriveResponse;
import io.fila.proto.v1.RemoveNodeRequest;
import io.fila.proto.v1.RemoveNodeResponse;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.ResumeQueueResponse;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.RevokeApiKeyResponse;
import io.fila.proto.v1.RotateApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyResponse;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetAclResponse;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.SetApiKeyLimitsResponse;
import io.fila.proto.v1.SetConfigRequest;
import io.fila.proto.v1.SetConfigResponse;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.SetKeyWeightResponse;
import io.fila.proto.v1.ShardCopy;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.fila.proto.v1.TransferLeadershipResponse;
import io.fila.proto.v1.UpdateQueueRequest;
import io.fila.proto.v1.UpdateQueueResponse;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The operator's side of the fake. */
final class FakeAdmin extends FilaAdminGrpc.FilaAdminImplBase {
    private static final String DLQ_SUFFIX = ".dlq";

    private final FakeBroker broker;
    private final Map<String, String> config = new TreeMap<>();
    private final Map<String, ApiKeyInfo> keys = new LinkedHashMap<>();
    private final Map<String, SetAclRequest> acls = new LinkedHashMap<>();

    FakeAdmin(FakeBroker broker) {
        this.broker = broker;
    }

    @Override
    public void createQueue(CreateQueueRequest request, StreamObserver<CreateQueueResponse> reply) {
        broker.answer(reply, () -> {
            if (request.getName().isEmpty()) {
                throw Refused.invalid("queue must not be empty");
            }
            if (broker.queues.containsKey(request.getName())) {
                throw Status.ALREADY_EXISTS
                        .withDescription("queue \"" + request.getName() + "\" exists already")
                        .asRuntimeException();
            }
            broker.queues.put(request.getName(), new FakeQueue(request.getConfig()));
            return CreateQueueResponse.newBuilder()
                    .setQueueId(request.getName())
                    .setConfig(request.getConfig())
                    .build();
        });
    }

    @Override
    public void deleteQueue(DeleteQueueRequest request, StreamObserver<DeleteQueueResponse> reply) {
        broker.answer(reply, () -> {
            broker.queue(request.getQueue())
                    .end(Status.NOT_FOUND.withDescription("queue \"" + request.getQueue() + "\" was deleted"));
            broker.queues.remove(request.getQueue());
            return DeleteQueueResponse.getDefaultInstance();
        });
    }

    @Override
    public void updateQueue(UpdateQueueRequest request, StreamObserver<UpdateQueueResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            QueueConfig.Builder config = queue.config.toBuilder();
            for (String path : request.getUpdateMask().getPathsList()) {
                Descriptors.FieldDescriptor field = QueueConfig.getDescriptor().findFieldByName(path);
                // What is the default is as good as absent.
                boolean absent = field.hasPresence()
                        ? !request.getConfig().hasField(field)
                        : request.getConfig().getField(field).equals(field.getDefaultValue());
                if (absent) {
                    config.clearField(field);
                } else {
                    config.setField(field, request.getConfig().getField(field));
                }
            }
            queue.config = config.build();
            return UpdateQueueResponse.newBuilder().setConfig(queue.config).build();
        });
    }

    @Override
    public void pauseQueue(PauseQueueRequest request, StreamObserver<PauseQueueResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            if (request.getFairnessKey().isEmpty()) {
                queue.paused = true;
            } else {
                queue.pausedKeys.add(request.getFairnessKey());
            }
            return PauseQueueResponse.getDefaultInstance();
        });
    }

    @Override
    public void resumeQueue(ResumeQueueRequest request, StreamObserver<ResumeQueueResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            if (request.getFairnessKey().isEmpty()) {
                queue.paused = false;
            } else {
                queue.pausedKeys.remove(request.getFairnessKey());
            }
            queue.deliver();
            return ResumeQueueResponse.getDefaultInstance();
        });
    }

    @Override
    public void purgeQueue(PurgeQueueRequest request, StreamObserver<PurgeQueueResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            int before = queue.pending.size();
            queue.pending.removeIf(message -> isOf(request.getFairnessKey(), message));
            return PurgeQueueResponse.newBuilder()
                    .setPurged(before - queue.pending.size())
                    .build();
        });
    }

    @Override
    public void setKeyWeight(SetKeyWeightRequest request, StreamObserver<SetKeyWeightResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            List<Message> waiting = List.copyOf(queue.pending);
            queue.pending.clear();
            for (Message message : waiting) {
                Message.Builder changed = message.toBuilder();
                if (isOf(request.getFairnessKey(), message)) {
                    changed.getMetadataBuilder().setWeight(request.getWeight());
                }
                queue.pending.add(changed.build());
            }
            return SetKeyWeightResponse.getDefaultInstance();
        });
    }

    /** Page tokens are positions. */
    @Override
    public void peekMessages(PeekMessagesRequest request, StreamObserver<PeekMessagesResponse> reply) {
        broker.answer(reply, () -> {
            List<Message> all = broker.queue(request.getQueue()).pending.stream()
                    .filter(message -> isOf(request.getFairnessKey(), message))
                    .toList();
            int from = request.getPageToken().isEmpty() ? 0 : Integer.parseInt(request.getPageToken());
            int to = Math.min(all.size(), from + (request.getPageSize() == 0 ? 20 : request.getPageSize()));
            PeekMessagesResponse.Builder page = PeekMessagesResponse.newBuilder();
            all.subList(from, to).forEach(message -> page.addMessages(pending(message)));
            return page.setNextPageToken(to < all.size() ? String.valueOf(to) : "")
                    .build();
        });
    }

    @Override
    public void getMessage(GetMessageRequest request, StreamObserver<GetMessageResponse> reply) {
        broker.answer(
                reply,
                () -> GetMessageResponse.newBuilder()
                        .setMessage(pending(waiting(request.getQueue(), request.getMessageId())))
                        .build());
    }

    @Override
    public void moveMessage(MoveMessageRequest request, StreamObserver<MoveMessageResponse> reply) {
        broker.answer(reply, () -> {
            Message message = waiting(request.getQueue(), request.getMessageId());
            FakeQueue target = broker.queue(request.getTargetQueue());
            broker.queue(request.getQueue()).pending.remove(message);
            target.pending.add(message);
            target.deliver();
            return MoveMessageResponse.getDefaultInstance();
        });
    }

    private Message waiting(String queue, String id) {
        return broker.queue(queue).pending.stream()
                .filter(message -> message.getId().equals(id))
                .findFirst()
                .orElseThrow(() -> Refused.notFound("message " + id + " is not in queue \"" + queue + "\""));
    }

    private static MessageView pending(Message message) {
        return MessageView.newBuilder()
                .setMessage(message)
                .setState(MessageState.MESSAGE_STATE_PENDING)
                .build();
    }

    private static boolean isOf(String key, Message message) {
        return key.isEmpty() || message.getMetadata().getFairnessKey().equals(key);
    }

    @Override
    public void listQueues(ListQueuesRequest request, StreamObserver<ListQueuesResponse> reply) {
        broker.answer(reply, () -> {
            ListQueuesResponse.Builder list = ListQueuesResponse.newBuilder();
            broker.queues.forEach((name, queue) -> list.addQueues(QueueInfo.newBuilder()
                    .setName(name)
                    .setDepth(queue.pending.size())
                    .setInFlight(queue.leased.size())
                    .setActiveConsumers(queue.consumers.size())
                    .setLeaderNodeId(broker.leaderNodeId)
                    .setPaused(queue.paused)));
            return list.setClusterNodeCount(broker.leaderNodeId == 0 ? 0 : FakeBroker.NODES)
                    .build();
        });
    }

    @Override
    public void getStats(GetStatsRequest request, StreamObserver<GetStatsResponse> reply) {
        broker.answer(reply, () -> {
            FakeQueue queue = broker.queue(request.getQueue());
            Map<String, PerFairnessKeyStats.Builder> flows = new TreeMap<>();
            queue.pending.forEach(message -> {
                String key = message.getMetadata().getFairnessKey();
                PerFairnessKeyStats.Builder flow = flows.computeIfAbsent(
                        key,
                        k -> PerFairnessKeyStats.newBuilder()
                                .setKey(k)
                                .setCurrentDeficit(1_000)
                                .setPaused(queue.pausedKeys.contains(k))
                                .setWaitsFor(broker.waitsFor)
                                .setThrottleKey(broker.waitsForThrottle));
                flow.setPendingCount(flow.getPendingCount() + 1)
                        .setWeight(message.getMetadata().getWeight());
            });
            GetStatsResponse.Builder stats = GetStatsResponse.newBuilder()
                    .setDepth(queue.pending.size())
                    .setInFlight(queue.leased.size())
                    .setActiveFairnessKeys(flows.size())
                    .setActiveConsumers(queue.consumers.size())
                    .setQuantum(1_000)
                    .setPaused(queue.paused)
                    .addAllPausedKeys(queue.pausedKeys)
                    .setConfig(queue.config)
                    .setLeaderNodeId(broker.leaderNodeId)
                    .setReplicationCount(broker.leaderNodeId == 0 ? 0 : FakeBroker.NODES);
            flows.values().forEach(stats::addPerKeyStats);
            queue.pending.stream()
                    .flatMap(message -> message.getMetadata().getThrottleKeysList().stream())
                    .distinct()
                    .forEach(key -> stats.addPerThrottleStats(PerThrottleKeyStats.newBuilder()
                            .setKey(key)
                            .setTokens(2.5)
                            .setRatePerSecond(10)
                            .setBurst(20)));
            return stats.build();
        });
    }

    @Override
    public void getClusterStatus(GetClusterStatusRequest request, StreamObserver<GetClusterStatusResponse> reply) {
        broker.answer(reply, () -> {
            GetClusterStatusResponse.Builder status = GetClusterStatusResponse.newBuilder()
                    .setLeaderNodeId(broker.leaderNodeId)
                    .setReplicationCount(broker.leaderNodeId == 0 ? 0 : FakeBroker.NODES);
            for (int node = 1; broker.leaderNodeId != 0 && node <= FakeBroker.NODES; node++) {
                boolean leads = node == broker.leaderNodeId;
                status.addNodes(ClusterNode.newBuilder()
                        .setNodeId(node)
                        .setNodeAddr("10.0.0." + node + ":5557")
                        .setClientAddr(leads ? "10.0.0." + node + ":5555" : "")
                        .setIsLeader(leads)
                        .setInSync(leads)
                        .setEntriesBehind(leads ? 0 : 7));
            }
            for (int shard = 0; broker.leaderNodeId != 0 && shard < broker.shards; shard++) {
                status.addShards(ClusterShard.newBuilder()
                        .setShard(shard)
                        .setLeaderNodeId(broker.leaderNodeId)
                        .setReplicationCount(FakeBroker.NODES)
                        .addCopies(ShardCopy.newBuilder()
                                .setNodeId(broker.leaderNodeId)
                                .setInSync(true)));
            }
            return status.build();
        });
    }

    @Override
    public void transferLeadership(
            TransferLeadershipRequest request, StreamObserver<TransferLeadershipResponse> reply) {
        broker.answer(reply, () -> {
            refuseUnknownNode(request.getNodeId());
            broker.leaderNodeId =
                    request.getNodeId() == 0 ? 1 + broker.leaderNodeId % FakeBroker.NODES : request.getNodeId();
            return TransferLeadershipResponse.newBuilder()
                    .setNodeId(broker.leaderNodeId)
                    .build();
        });
    }

    @Override
    public void removeNode(RemoveNodeRequest request, StreamObserver<RemoveNodeResponse> reply) {
        broker.answer(reply, () -> {
            refuseUnknownNode(request.getNodeId());
            return RemoveNodeResponse.getDefaultInstance();
        });
    }

    private void refuseUnknownNode(long nodeId) {
        if (broker.leaderNodeId == 0 || nodeId > FakeBroker.NODES) {
            throw Refused.notFound("there is no node " + nodeId);
        }
    }

    @Override
    public void setConfig(SetConfigRequest request, StreamObserver<SetConfigResponse> reply) {
        broker.answer(reply, () -> {
            if (request.getKey().isEmpty()) {
                throw Refused.invalid("key must not be empty");
            }
            if (request.getValue().isEmpty()) {
                config.remove(request.getKey());
            } else {
                config.put(request.getKey(), request.getValue());
            }
            return SetConfigResponse.getDefaultInstance();
        });
    }

    @Override
    public void getConfig(GetConfigRequest request, StreamObserver<GetConfigResponse> reply) {
        broker.answer(reply, () -> {
            String value = config.get(request.getKey());
            if (value == null) {
                throw Refused.notFound("key \"" + request.getKey() + "\" is not set");
            }
            return GetConfigResponse.newBuilder().setValue(value).build();
        });
    }

    @Override
    public void listConfig(ListConfigRequest request, StreamObserver<ListConfigResponse> reply) {
        broker.answer(reply, () -> {
            ListConfigResponse.Builder list = ListConfigResponse.newBuilder();
            config.forEach((key, value) -> {
                if (key.startsWith(request.getPrefix())) {
                    list.addEntries(ConfigEntry.newBuilder().setKey(key).setValue(value));
                }
            });
            return list.setTotalCount(list.getEntriesCount()).build();
        });
    }

    @Override
    public void redrive(RedriveRequest request, StreamObserver<RedriveResponse> reply) {
        broker.answer(reply, () -> {
            String name = request.getDlqQueue();
            if (!name.endsWith(DLQ_SUFFIX)) {
                throw Refused.invalid("\"" + name + "\" does not end in .dlq");
            }
            FakeQueue source = broker.queue(name);
            String targetName = name.substring(0, name.length() - DLQ_SUFFIX.length());
            FakeQueue target = broker.queues.get(targetName);
            if (target == null) {
                throw Status.FAILED_PRECONDITION
                        .withDescription("queue \"" + targetName + "\" is gone")
                        .asRuntimeException();
            }
            int moved = 0;
            while (!source.pending.isEmpty() && (request.getCount() == 0 || moved < request.getCount())) {
                target.pending.add(source.pending.remove());
                moved++;
            }
            return RedriveResponse.newBuilder().setRedriven(moved).build();
        });
    }

    @Override
    public void createApiKey(CreateApiKeyRequest request, StreamObserver<CreateApiKeyResponse> reply) {
        broker.answer(reply, () -> {
            String id = "key-" + (keys.size() + 1);
            keys.put(
                    id,
                    ApiKeyInfo.newBuilder()
                            .setKeyId(id)
                            .setName(request.getName())
                            .setCreatedAtMs(1_767_225_600_000L)
                            .setExpiresAtMs(request.getExpiresAtMs())
                            .setIsSuperadmin(request.getIsSuperadmin())
                            .setCertificate(request.getCertificate())
                            .build());
            return CreateApiKeyResponse.newBuilder()
                    .setKeyId(id)
                    .setKey(request.getCertificate().isEmpty() ? "token-of-" + id : "")
                    .setIsSuperadmin(request.getIsSuperadmin())
                    .build();
        });
    }

    @Override
    public void revokeApiKey(RevokeApiKeyRequest request, StreamObserver<RevokeApiKeyResponse> reply) {
        broker.answer(reply, () -> {
            key(request.getKeyId());
            keys.remove(request.getKeyId());
            return RevokeApiKeyResponse.getDefaultInstance();
        });
    }

    @Override
    public void listApiKeys(ListApiKeysRequest request, StreamObserver<ListApiKeysResponse> reply) {
        broker.answer(
                reply,
                () -> ListApiKeysResponse.newBuilder().addAllKeys(keys.values()).build());
    }

    @Override
    public void setApiKeyLimits(SetApiKeyLimitsRequest request, StreamObserver<SetApiKeyLimitsResponse> reply) {
        broker.answer(reply, () -> {
            key(request.getKeyId());
            return SetApiKeyLimitsResponse.getDefaultInstance();
        });
    }

    @Override
    public void rotateApiKey(RotateApiKeyRequest request, StreamObserver<RotateApiKeyResponse> reply) {
        broker.answer(
                reply,
                () -> RotateApiKeyResponse.newBuilder()
                        .setKeyId(key(request.getKeyId()).getKeyId())
                        .setKey("another-token-of-" + request.getKeyId())
                        .setFormerExpiresAtMs(1_767_225_600_000L + request.getGraceMs())
                        .build());
    }

    @Override
    public void setAcl(SetAclRequest request, StreamObserver<SetAclResponse> reply) {
        broker.answer(reply, () -> {
            key(request.getKeyId());
            acls.put(request.getKeyId(), request);
            return SetAclResponse.getDefaultInstance();
        });
    }

    @Override
    public void getAcl(GetAclRequest request, StreamObserver<GetAclResponse> reply) {
        broker.answer(reply, () -> {
            ApiKeyInfo key = key(request.getKeyId());
            return GetAclResponse.newBuilder()
                    .setKeyId(key.getKeyId())
                    .addAllPermissions(acls.getOrDefault(key.getKeyId(), SetAclRequest.getDefaultInstance())
                            .getPermissionsList())
                    .setIsSuperadmin(key.getIsSuperadmin())
                    .build();
        });
    }

    private ApiKeyInfo key(String id) {
        ApiKeyInfo key = keys.get(id);
        if (key == null) {
            throw Refused.notFound("no API key has the id \"" + id + "\"");
        }
        return key;
    }
}
