package io.fila.client;

import com.google.protobuf.FieldMask;
import io.fila.client.admin.Acl;
import io.fila.client.admin.ApiKeyInfo;
import io.fila.client.admin.ClusterStatus;
import io.fila.client.admin.Explanation;
import io.fila.client.admin.NewApiKey;
import io.fila.client.admin.Peek;
import io.fila.client.admin.Permission;
import io.fila.client.admin.QueueConfig;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueList;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.RecordedStep;
import io.fila.client.admin.RotatedApiKey;
import io.fila.client.connection.Connection;
import io.fila.client.connection.Subject;
import io.fila.client.error.ApiKeyNotFound;
import io.fila.client.error.ConfigKeyNotFound;
import io.fila.client.error.MessageNotFound;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueAlreadyExists;
import io.fila.client.error.QueueNotFound;
import io.fila.client.wire.ClusterFigures;
import io.fila.client.wire.Explanations;
import io.fila.client.wire.QueueConfigs;
import io.fila.client.wire.QueueStatistics;
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
import io.fila.proto.v1.RemoveNodeRequest;
import io.fila.proto.v1.ResumeQueueRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyResponse;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.SetConfigRequest;
import io.fila.proto.v1.SetKeyWeightRequest;
import io.fila.proto.v1.TransferLeadershipRequest;
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
 * The operator's view of a broker: queues, messages, configuration and API keys. Thread-safe. Each call waits for its answer, up
 * to the call timeout. {@link #purge} and {@link #redrive} wait until there is nothing left to delete or move.
 */
public final class Admin {
    /** Moves every message, in {@link #redrive}. */
    public static final long ALL = 0;

    /** As a fairness key: the queue as a whole. */
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
     * Creates a queue and returns its settings with the defaults filled in, if the broker reports them.
     * {@link QueueAlreadyExists} if there is one of that name.
     */
    public QueueConfig createQueue(String name, QueueConfig config) {
        return createQueue(name, config, "");
    }

    /**
     * The same beside another queue: in a cluster it is on the same shard, so that messages can be moved between them.
     *
     * @param beside an existing queue; empty to leave the place to the broker
     */
    public QueueConfig createQueue(String name, QueueConfig config, String beside) {
        CreateQueueRequest request = CreateQueueRequest.newBuilder()
                .setName(name)
                .setConfig(QueueConfigs.wire(config))
                .setBeside(beside)
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
                list.getQueuesList().stream().map(QueueStatistics::read).toList(),
                Integer.toUnsignedLong(list.getClusterNodeCount()));
    }

    /** The nodes of the cluster and its shards, as their leaders see them. */
    public ClusterStatus clusterStatus() {
        GetClusterStatusResponse status = connection.call(
                FilaAdminGrpc.getGetClusterStatusMethod(),
                GetClusterStatusRequest.getDefaultInstance(),
                new Subject.Broker());
        return ClusterFigures.read(status);
    }

    /**
     * Begins to hand the lead of all shards over to another node; {@link #clusterStatus} tells when it leads.
     *
     * @param nodeId the node that is to lead; 0 for any that can
     * @return the node that is to lead, of several shards the first
     */
    public long transferLeadership(long nodeId) {
        return transferLeadership(
                TransferLeadershipRequest.newBuilder().setNodeId(nodeId).build());
    }

    /** The same for one shard. */
    public long transferLeadership(long nodeId, int shard) {
        return transferLeadership(TransferLeadershipRequest.newBuilder()
                .setNodeId(nodeId)
                .setShard(shard)
                .build());
    }

    private long transferLeadership(TransferLeadershipRequest request) {
        return connection
                .call(FilaAdminGrpc.getTransferLeadershipMethod(), request, new Subject.Broker())
                .getNodeId();
    }

    /** Makes a node that does not lead a member of the cluster no more. */
    public void removeNode(long nodeId) {
        connection.call(
                FilaAdminGrpc.getRemoveNodeMethod(),
                RemoveNodeRequest.newBuilder().setNodeId(nodeId).build(),
                new Subject.Broker());
    }

    /** The state of one queue. {@link QueueNotFound} if it does not exist. */
    public QueueStats stats(String queue) {
        GetStatsResponse stats = connection.call(
                FilaAdminGrpc.getGetStatsMethod(),
                GetStatsRequest.newBuilder().setQueue(queue).build(),
                new Subject.Queue(queue));
        return QueueStatistics.read(stats);
    }

    /** Changes the settings that are present in {@code changes}, at once, and returns the queue's settings. */
    public QueueConfig updateQueue(String queue, QueueConfig changes) {
        if (changes.present().isEmpty()) {
            throw new IllegalArgumentException("Expected a setting to change for queue \"" + queue
                    + "\" but found none; to restore a default, set its value, such as 0");
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

    /** Stops deliveries from a queue until it is resumed. A pause survives restarts. */
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

    /** Resumes deliveries from a queue. Keys that were paused separately stay paused. */
    public void resume(String queue) {
        resume(queue, ALL_KEYS);
    }

    /** Resumes deliveries of one fairness key, or of the queue as a whole ({@link #ALL_KEYS}). */
    public void resume(String queue, String fairnessKey) {
        ResumeQueueRequest request = ResumeQueueRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .build();
        connection.call(FilaAdminGrpc.getResumeQueueMethod(), request, new Subject.Queue(queue));
    }

    /** Deletes all waiting messages of a queue and returns their number. Messages in flight stay. */
    public long purge(String queue) {
        return purge(queue, ALL_KEYS, Duration.ZERO);
    }

    /** Deletes the waiting messages of one fairness key ({@link #ALL_KEYS} for all) that are older than this. */
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

    /** Sets the weight of a fairness key for its waiting messages. A newer message with another weight changes it again. */
    public void setKeyWeight(String queue, String fairnessKey, long weight) {
        SetKeyWeightRequest request = SetKeyWeightRequest.newBuilder()
                .setQueue(queue)
                .setFairnessKey(fairnessKey)
                .setWeight(Outgoing.wireWeight(weight))
                .build();
        connection.call(FilaAdminGrpc.getSetKeyWeightMethod(), request, new Subject.Queue(queue));
    }

    /** Shows a page of messages without leasing them. */
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

    /** Shows one message without leasing it. {@link MessageNotFound} if it is not there. */
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
     * @param fairnessKey empty for the first message in line
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
     * Why a message waits, where it is, or how it left. Searches the queue's dead letters too.
     *
     * @throws io.fila.client.error.MessageNotFound if it left before the time that the broker's flight recorder covers
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
     * Makes a consistent backup of everything while the broker runs. Returns when it is complete.
     *
     * @param directory an absolute path on the broker's machine that does not exist yet, or an empty directory
     * @return the size of the backup in bytes, including those it shares with the data directory
     */
    public long backup(String directory) {
        BackupRequest request =
                BackupRequest.newBuilder().setDirectory(directory).build();
        return connection
                .work(FilaAdminGrpc.getBackupMethod(), request, new Subject.Broker())
                .getBytes();
    }

    /**
     * Reads the broker's flight recorder, oldest step first, and returns at its end.
     *
     * @return false if the recorder overwrote steps before they were read
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

    /** Creates an API key. Without an expiry it is valid until it is revoked. */
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
     * Creates an API key for clients that present a certificate with this name, if the broker accepts certificates.
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

    /** Revokes an API key, also on open connections. {@link ApiKeyNotFound} if no key has this id. */
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
     * Gives an API key a new token. The current one stays valid for this much longer. {@link ApiKeyNotFound} if no key has this
     * id.
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
     * Limits what clients with an API key may use; 0 means no limit. {@link ApiKeyNotFound} if no key has this id.
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

    /** Replaces the permissions of an API key. {@link ApiKeyNotFound} if no key has this id. */
    public void setAcl(String keyId, List<Permission> permissions) {
        SetAclRequest.Builder request = SetAclRequest.newBuilder().setKeyId(keyId);
        for (Permission permission : permissions) {
            request.addPermissions(
                    AclPermission.newBuilder().setKind(permission.kind()).setPattern(permission.pattern()));
        }
        connection.call(FilaAdminGrpc.getSetAclMethod(), request.build(), new Subject.ApiKey(keyId));
    }

    /** The permissions of an API key. {@link ApiKeyNotFound} if no key has this id. */
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
