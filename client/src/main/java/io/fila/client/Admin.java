package io.fila.client;

import com.google.protobuf.FieldMask;
import io.fila.client.admin.Acl;
import io.fila.client.admin.ApiKeyInfo;
import io.fila.client.admin.ClusterNode;
import io.fila.client.admin.ClusterStatus;
import io.fila.client.admin.Explanation;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.NewApiKey;
import io.fila.client.admin.Peek;
import io.fila.client.admin.Permission;
import io.fila.client.admin.QueueConfig;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueList;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.RecordedStep;
import io.fila.client.admin.RotatedApiKey;
import io.fila.client.admin.ThrottleStats;
import io.fila.client.admin.WaitsFor;
import io.fila.client.error.ApiKeyNotFound;
import io.fila.client.error.ConfigKeyNotFound;
import io.fila.client.error.MessageNotFound;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueAlreadyExists;
import io.fila.client.error.QueueNotFound;
import io.fila.proto.v1.AclPermission;
import io.fila.proto.v1.BackupRequest;
import io.fila.proto.v1.ConfigEntry;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.ExplainRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetAclResponse;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.GetClusterStatusResponse;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.ListQueuesResponse;
import io.fila.proto.v1.MoveMessageRequest;
import io.fila.proto.v1.PauseQueueRequest;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.fila.proto.v1.PurgeQueueRequest;
import io.fila.proto.v1.ReadRecorderRequest;
import io.fila.proto.v1.ReadRecorderResponse;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyResponse;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.SetConfigRequest;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.UpdateQueueRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A broker, as its operator sees it. Safe for use by many threads; each call waits for its answer, up to the call timeout.
 * {@link #purge} and {@link #redrive} wait as long as there is something to delete or move.
 */
public final class Admin {
    /** Moves every message, in {@link #redrive}. */
    public static final long ALL = 0;

    /** Means the queue as a whole where a fairness key is asked for. */
    public static final String ALL_KEYS = "";

    private final Connection connection;

    Admin(Connection connection) {
        this.connection = connection;
    }

    /** Creates a queue with the defaults, and returns them. {@link QueueAlreadyExists} if there is one of that name. */
    public QueueConfig createQueue(String name) {
        return createQueue(name, QueueConfig.DEFAULT);
    }

    /**
     * Creates a queue, and returns how it behaves with the defaults filled in, as far as the broker tells.
     * {@link QueueAlreadyExists} if there is one of that name.
     */
    public QueueConfig createQueue(String name, QueueConfig config) {
        CreateQueueRequest request = CreateQueueRequest.newBuilder()
                .setName(name)
                .setConfig(QueueConfigs.wire(config))
                .build();
        return QueueConfigs.read(connection
                .call(FilaAdminGrpc.getCreateQueueMethod(), request, new Subject.Queue(name))
                .getConfig());
    }

    /** Deletes a queue and its dead letter queue with all their messages. {@link QueueNotFound} if there is none. */
    public void deleteQueue(String name) {
        DeleteQueueRequest request =
                DeleteQueueRequest.newBuilder().setQueue(name).build();
        connection.call(FilaAdminGrpc.getDeleteQueueMethod(), request, new Subject.Queue(name));
    }

    /** All queues, sorted by name. */
    public List<QueueInfo> listQueues() {
        return queueList().queues();
    }

    /** All queues, and the cluster they are in. */
    public QueueList queueList() {
        ListQueuesResponse list = connection.call(
                FilaAdminGrpc.getListQueuesMethod(), ListQueuesRequest.getDefaultInstance(), new Subject.Broker());
        return new QueueList(
                list.getQueuesList().stream().map(Admin::queue).toList(),
                Integer.toUnsignedLong(list.getClusterNodeCount()));
    }

    private static QueueInfo queue(io.fila.proto.v1.QueueInfo queue) {
        return new QueueInfo(
                queue.getName(),
                queue.getDepth(),
                queue.getInFlight(),
                Integer.toUnsignedLong(queue.getActiveConsumers()),
                queue.getLeaderNodeId(),
                queue.getPaused());
    }

    /** The nodes of the cluster, as its leader sees them. */
    public ClusterStatus clusterStatus() {
        GetClusterStatusResponse status = connection.call(
                FilaAdminGrpc.getGetClusterStatusMethod(),
                GetClusterStatusRequest.getDefaultInstance(),
                new Subject.Broker());
        return new ClusterStatus(
                status.getLeaderNodeId(),
                Integer.toUnsignedLong(status.getReplicationCount()),
                status.getNodesList().stream()
                        .map(node -> new ClusterNode(
                                node.getNodeId(),
                                node.getNodeAddr(),
                                node.getClientAddr(),
                                node.getIsLeader(),
                                node.getInSync(),
                                node.getEntriesBehind()))
                        .toList());
    }

    /** What is going on in one queue. {@link QueueNotFound} if there is none. */
    public QueueStats stats(String queue) {
        GetStatsResponse stats = connection.call(
                FilaAdminGrpc.getGetStatsMethod(),
                GetStatsRequest.newBuilder().setQueue(queue).build(),
                new Subject.Queue(queue));
        return new QueueStats(
                stats.getDepth(),
                stats.getInFlight(),
                stats.getActiveFairnessKeys(),
                Integer.toUnsignedLong(stats.getActiveConsumers()),
                Integer.toUnsignedLong(stats.getQuantum()),
                Integer.toUnsignedLong(stats.getEffectiveQuantum()),
                stats.getPerKeyStatsList().stream()
                        .map(flow -> new FlowStats(
                                flow.getKey(),
                                flow.getPendingCount(),
                                flow.getCurrentDeficit(),
                                Integer.toUnsignedLong(flow.getWeight()),
                                flow.getInFlight(),
                                flow.getPaused(),
                                waitsFor(flow.getWaitsFor()),
                                flow.getThrottleKey()))
                        .toList(),
                stats.getPerThrottleStatsList().stream()
                        .map(bucket -> new ThrottleStats(
                                bucket.getKey(), bucket.getTokens(), bucket.getRatePerSecond(), bucket.getBurst()))
                        .toList(),
                stats.getLeaderNodeId(),
                Integer.toUnsignedLong(stats.getReplicationCount()),
                stats.getScheduled(),
                stats.getScriptFailures(),
                stats.getScriptsBypassed(),
                stats.getPaused(),
                stats.getPausedKeysList(),
                stats.getExpired(),
                stats.getDropped(),
                stats.getDuplicates(),
                stats.getScriptFallbacks(),
                QueueConfigs.read(stats.getConfig()));
    }

    private static WaitsFor waitsFor(io.fila.proto.v1.WaitsFor cause) {
        return switch (cause) {
            case WAITS_FOR_UNSPECIFIED, UNRECOGNIZED -> WaitsFor.TURN;
            case WAITS_FOR_CONSUMER -> WaitsFor.CONSUMER;
            case WAITS_FOR_CREDIT -> WaitsFor.CREDIT;
            case WAITS_FOR_RESUME -> WaitsFor.RESUME;
            case WAITS_FOR_QUEUE_LIMIT -> WaitsFor.QUEUE_LIMIT;
            case WAITS_FOR_KEY_LIMIT -> WaitsFor.KEY_LIMIT;
            case WAITS_FOR_TOKENS -> WaitsFor.TOKENS;
        };
    }

    /** Changes what is present in {@code changes}, effective at once, and returns how the queue behaves now. */
    public QueueConfig updateQueue(String queue, QueueConfig changes) {
        if (changes.present().isEmpty()) {
            throw new IllegalArgumentException("Expected something to change about queue \"" + queue
                    + "\" but nothing is present; to go back to a default, set what stands for it, such as 0");
        }
        UpdateQueueRequest request = UpdateQueueRequest.newBuilder()
                .setQueue(queue)
                .setConfig(QueueConfigs.wire(changes))
                .setUpdateMask(FieldMask.newBuilder().addAllPaths(changes.present()))
                .build();
        return QueueConfigs.read(connection
                .call(FilaAdminGrpc.getUpdateQueueMethod(), request, new Subject.Queue(queue))
                .getConfig());
    }

    /** Stops deliveries from a queue, across restarts too, until it is resumed. */
    public void pause(String queue) {
        pause(queue, ALL_KEYS);
    }

    /** Stops deliveries of one fairness key ({@link #ALL_KEYS} for the whole queue) until it is resumed. */
    public void pause(String queue, String fairnessKey) {
        PauseQueueRequest request = PauseQueueRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .build();
        connection.call(FilaAdminGrpc.getPauseQueueMethod(), request, new Subject.Queue(queue));
    }

    /** Lets deliveries from a queue go on; keys that were paused one by one stay so. */
    public void resume(String queue) {
        resume(queue, ALL_KEYS);
    }

    /** Lets deliveries of one fairness key go on, or of the queue as a whole for {@link #ALL_KEYS}. */
    public void resume(String queue, String fairnessKey) {
        ResumeQueueRequest request = ResumeQueueRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .build();
        connection.call(FilaAdminGrpc.getResumeQueueMethod(), request, new Subject.Queue(queue));
    }

    /** Deletes everything that waits in a queue and returns how much that was; what is in flight stays. */
    public long purge(String queue) {
        return purge(queue, ALL_KEYS, Duration.ZERO);
    }

    /** Deletes what waits of one fairness key ({@link #ALL_KEYS} for all) and was accepted longer ago than this. */
    public long purge(String queue, String fairnessKey, Duration olderThan) {
        PurgeQueueRequest request = PurgeQueueRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .setOlderThanMs(olderThan.toMillis())
                .build();
        return connection
                .work(FilaAdminGrpc.getPurgeQueueMethod(), request, new Subject.Queue(queue))
                .getPurged();
    }

    /** Sets the weight of a fairness key for what it has waiting; a newer message with another weight changes it again. */
    public void setKeyWeight(String queue, String fairnessKey, long weight) {
        SetKeyWeightRequest request = SetKeyWeightRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .setWeight(Outgoing.wireWeight(weight))
                .build();
        connection.call(FilaAdminGrpc.getSetKeyWeightMethod(), request, new Subject.Queue(queue));
    }

    /** A page of messages, seen without leasing them. */
    public StoredMessage.Page peek(String queue, Peek peek) {
        PeekMessagesRequest request = PeekMessagesRequest.newBuilder()
                .setQueue(queue)
                .setState(StoredMessage.wire(peek.state()))
                .setFairnessKey(peek.fairnessKey())
                .setPageSize(peek.pageSize())
                .setPageToken(peek.pageToken())
                .build();
        PeekMessagesResponse page =
                connection.call(FilaAdminGrpc.getPeekMessagesMethod(), request, new Subject.Queue(queue));
        return new StoredMessage.Page(
                page.getMessagesList().stream().map(StoredMessage::of).toList(), page.getNextPageToken());
    }

    /** One message, seen without leasing it. {@link MessageNotFound} if it is not there. */
    public StoredMessage message(String queue, String messageId) {
        GetMessageRequest request = GetMessageRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(messageId)
                .build();
        return StoredMessage.of(connection
                .call(FilaAdminGrpc.getGetMessageMethod(), request, new Subject.StoredMessage(queue, messageId))
                .getMessage());
    }

    /**
     * Why the next message of a fairness key waits.
     *
     * @param fairnessKey empty for whoever is first in line
     * @throws io.fila.client.error.QueueNotFound if it does not exist
     */
    public Explanation explain(String queue, String fairnessKey) {
        return explain(
                ExplainRequest.newBuilder()
                        .setQueue(queue)
                        .setFairnessKey(fairnessKey)
                        .build(),
                new Subject.Queue(queue));
    }

    /**
     * Why a message waits, where it is, or how it went; dead letters of the queue are looked through too.
     *
     * @throws io.fila.client.error.MessageNotFound if it is gone for longer than the broker's flight recorder reaches back
     */
    public Explanation explainMessage(String queue, String messageId) {
        return explain(
                ExplainRequest.newBuilder()
                        .setQueue(queue)
                        .setMessageId(messageId)
                        .build(),
                new Subject.StoredMessage(queue, messageId));
    }

    private Explanation explain(ExplainRequest request, Subject subject) {
        return Explanations.of(connection.call(FilaAdminGrpc.getExplainMethod(), request, subject));
    }

    /**
     * Moves one pending or scheduled message to another queue. {@link MessageNotFound} if it is not there or too far back,
     * {@link PreconditionFailed} if it is in flight.
     */
    public void move(String queue, String messageId, String targetQueue) {
        MoveMessageRequest request = MoveMessageRequest.newBuilder()
                .setQueue(queue)
                .setMessageId(messageId)
                .setTargetQueue(targetQueue)
                .build();
        connection.call(FilaAdminGrpc.getMoveMessageMethod(), request, new Subject.StoredMessage(queue, messageId));
    }

    /** Sets a runtime configuration key; an empty value deletes it. */
    public void setConfig(String key, String value) {
        SetConfigRequest request =
                SetConfigRequest.newBuilder().setKey(key).setValue(value).build();
        connection.call(FilaAdminGrpc.getSetConfigMethod(), request, new Subject.ConfigKey(key));
    }

    /** Reads a runtime configuration key. {@link ConfigKeyNotFound} if it is not set. */
    public String config(String key) {
        GetConfigRequest request = GetConfigRequest.newBuilder().setKey(key).build();
        return connection
                .call(FilaAdminGrpc.getGetConfigMethod(), request, new Subject.ConfigKey(key))
                .getValue();
    }

    /**
     * Makes a backup of everything as it is at a moment, while the broker goes on; returns when it is complete.
     *
     * @param directory an absolute path on the broker's machine, where there is nothing yet
     * @return bytes of the backup, with those that it shares with the data directory
     */
    public long backup(String directory) {
        BackupRequest request =
                BackupRequest.newBuilder().setDirectory(directory).build();
        return connection
                .work(FilaAdminGrpc.getBackupMethod(), request, new Subject.Broker())
                .getBytes();
    }

    /**
     * Hands over what happened last, oldest first, as far as the broker's flight recorder reaches back; returns at its end.
     *
     * @return false if the recorder wrote over steps meanwhile that were not read yet
     */
    public boolean readRecorder(Consumer<RecordedStep> reader) {
        boolean whole = true;
        String token = "";
        do {
            ReadRecorderResponse page = connection.call(
                    FilaAdminGrpc.getReadRecorderMethod(),
                    ReadRecorderRequest.newBuilder().setPageToken(token).build(),
                    new Subject.Broker());
            page.getStepsList().forEach(step -> reader.accept(Explanations.step(step)));
            whole &= !page.getGap();
            token = page.getNextPageToken();
        } while (!token.isEmpty());
        return whole;
    }

    /** The runtime configuration keys that begin with a prefix, in lexicographic order. */
    public Map<String, String> listConfig(String prefix) {
        ListConfigRequest request =
                ListConfigRequest.newBuilder().setPrefix(prefix).build();
        Map<String, String> entries = new LinkedHashMap<>();
        for (ConfigEntry entry : connection
                .call(FilaAdminGrpc.getListConfigMethod(), request, new Subject.Broker())
                .getEntriesList()) {
            entries.put(entry.getKey(), entry.getValue());
        }
        return Collections.unmodifiableMap(entries);
    }

    /**
     * Moves up to {@code count} messages ({@link #ALL} for all) from a dead letter queue back to its source, oldest
     * first, and returns how many. {@link PreconditionFailed} if the source queue is gone.
     */
    public long redrive(String deadLetterQueue, long count) {
        RedriveRequest request = RedriveRequest.newBuilder()
                .setDlqQueue(deadLetterQueue)
                .setCount(count)
                .build();
        return connection
                .work(FilaAdminGrpc.getRedriveMethod(), request, new Subject.Queue(deadLetterQueue))
                .getRedriven();
    }

    /** Makes an API key; without an expiry it lives until it is revoked. */
    public NewApiKey createApiKey(String name, Optional<Instant> expiresAt, boolean superadmin) {
        CreateApiKeyRequest request = CreateApiKeyRequest.newBuilder()
                .setName(name)
                .setExpiresAtMs(expiresAt.map(Instant::toEpochMilli).orElse(0L))
                .setIsSuperadmin(superadmin)
                .build();
        CreateApiKeyResponse key =
                connection.call(FilaAdminGrpc.getCreateApiKeyMethod(), request, new Subject.Broker());
        return new NewApiKey(key.getKeyId(), key.getKey(), key.getIsSuperadmin());
    }

    /**
     * Makes an API key for whoever shows a certificate of that name, where the broker takes certificates.
     *
     * @return the id of the key, which has no token
     */
    public String createCertificateKey(
            String certificate, String name, Optional<Instant> expiresAt, boolean superadmin) {
        CreateApiKeyRequest request = CreateApiKeyRequest.newBuilder()
                .setName(name)
                .setCertificate(certificate)
                .setExpiresAtMs(expiresAt.map(Instant::toEpochMilli).orElse(0L))
                .setIsSuperadmin(superadmin)
                .build();
        return connection
                .call(FilaAdminGrpc.getCreateApiKeyMethod(), request, new Subject.Broker())
                .getKeyId();
    }

    /** Withdraws an API key, on open connections too. {@link ApiKeyNotFound} if there is none of that id. */
    public void revokeApiKey(String keyId) {
        RevokeApiKeyRequest request =
                RevokeApiKeyRequest.newBuilder().setKeyId(keyId).build();
        connection.call(FilaAdminGrpc.getRevokeApiKeyMethod(), request, new Subject.ApiKey(keyId));
    }

    public List<ApiKeyInfo> listApiKeys() {
        return connection
                .call(
                        FilaAdminGrpc.getListApiKeysMethod(),
                        ListApiKeysRequest.getDefaultInstance(),
                        new Subject.Broker())
                .getKeysList()
                .stream()
                .map(key -> new ApiKeyInfo(
                        key.getKeyId(),
                        key.getName(),
                        Instant.ofEpochMilli(key.getCreatedAtMs()),
                        instant(key.getExpiresAtMs()),
                        key.getIsSuperadmin(),
                        instant(key.getLastUsedAtMs()),
                        key.getCertificate()))
                .toList();
    }

    private static Optional<Instant> instant(long millis) {
        return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    /**
     * Gives an API key another token; the present one can be used for so much longer. {@link ApiKeyNotFound} if there is none
     * of that id.
     */
    public RotatedApiKey rotateApiKey(String keyId, Duration grace) {
        RotateApiKeyResponse rotated = connection.call(
                FilaAdminGrpc.getRotateApiKeyMethod(),
                RotateApiKeyRequest.newBuilder()
                        .setKeyId(keyId)
                        .setGraceMs(grace.toMillis())
                        .build(),
                new Subject.ApiKey(keyId));
        return new RotatedApiKey(
                rotated.getKeyId(), rotated.getKey(), Instant.ofEpochMilli(rotated.getFormerExpiresAtMs()));
    }

    /**
     * Bounds what the holder of an API key may ask for; 0 for no limit. {@link ApiKeyNotFound} if there is none of that id.
     */
    public void setApiKeyLimits(String keyId, long enqueuesPerSecond, long bytesPerSecond, int streams) {
        SetApiKeyLimitsRequest request = SetApiKeyLimitsRequest.newBuilder()
                .setKeyId(keyId)
                .setEnqueuesPerSecond(enqueuesPerSecond)
                .setBytesPerSecond(bytesPerSecond)
                .setStreams(streams)
                .build();
        connection.call(FilaAdminGrpc.getSetApiKeyLimitsMethod(), request, new Subject.ApiKey(keyId));
    }

    /** Replaces what an API key may do. {@link ApiKeyNotFound} if there is none of that id. */
    public void setAcl(String keyId, List<Permission> permissions) {
        SetAclRequest.Builder request = SetAclRequest.newBuilder().setKeyId(keyId);
        for (Permission permission : permissions) {
            request.addPermissions(
                    AclPermission.newBuilder().setKind(permission.kind()).setPattern(permission.pattern()));
        }
        connection.call(FilaAdminGrpc.getSetAclMethod(), request.build(), new Subject.ApiKey(keyId));
    }

    /** What an API key may do. {@link ApiKeyNotFound} if there is none of that id. */
    public Acl acl(String keyId) {
        GetAclResponse acl = connection.call(
                FilaAdminGrpc.getGetAclMethod(),
                GetAclRequest.newBuilder().setKeyId(keyId).build(),
                new Subject.ApiKey(keyId));
        return new Acl(
                acl.getKeyId(),
                acl.getPermissionsList().stream()
                        .map(permission -> new Permission(permission.getKind(), permission.getPattern()))
                        .toList(),
                acl.getIsSuperadmin());
    }
}
