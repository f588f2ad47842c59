package io.fila.client;

import io.fila.client.admin.Acl;
import io.fila.client.admin.ApiKeyInfo;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.NewApiKey;
import io.fila.client.admin.Permission;
import io.fila.client.admin.QueueConfig;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.ThrottleStats;
import io.fila.client.error.ApiKeyNotFound;
import io.fila.client.error.ConfigKeyNotFound;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueAlreadyExists;
import io.fila.client.error.QueueNotFound;
import io.fila.proto.v1.AclPermission;
import io.fila.proto.v1.ConfigEntry;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.DeleteQueueRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetAclResponse;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetConfigRequest;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A broker, as its operator sees it. Safe for use by many threads; each call waits for its answer. */
public final class Admin {
    /** Moves every message, in {@link #redrive}. */
    public static final long ALL = 0;

    private final Connection connection;

    Admin(Connection connection) {
        this.connection = connection;
    }

    /** Creates a queue with the defaults. {@link QueueAlreadyExists} if there is one of that name. */
    public void createQueue(String name) {
        createQueue(name, QueueConfig.DEFAULT);
    }

    /** Creates a queue. {@link QueueAlreadyExists} if there is one of that name. */
    public void createQueue(String name, QueueConfig config) {
        io.fila.proto.v1.QueueConfig.Builder wire = io.fila.proto.v1.QueueConfig.newBuilder();
        config.onEnqueueScript().ifPresent(wire::setOnEnqueueScript);
        config.onFailureScript().ifPresent(wire::setOnFailureScript);
        config.visibilityTimeout().ifPresent(timeout -> wire.setVisibilityTimeoutMs(timeout.toMillis()));
        config.maxAttempts().ifPresent(wire::setMaxAttempts);
        config.scriptFallback().ifPresent(wire::setScriptFallback);
        CreateQueueRequest request =
                CreateQueueRequest.newBuilder().setName(name).setConfig(wire).build();
        connection.call(FilaAdminGrpc.getCreateQueueMethod(), request, new Subject.Queue(name));
    }

    /** Deletes a queue and its dead letter queue with all their messages. {@link QueueNotFound} if there is none. */
    public void deleteQueue(String name) {
        DeleteQueueRequest request =
                DeleteQueueRequest.newBuilder().setQueue(name).build();
        connection.call(FilaAdminGrpc.getDeleteQueueMethod(), request, new Subject.Queue(name));
    }

    /** All queues, sorted by name. */
    public List<QueueInfo> listQueues() {
        return connection
                .call(FilaAdminGrpc.getListQueuesMethod(), ListQueuesRequest.getDefaultInstance(), new Subject.Broker())
                .getQueuesList()
                .stream()
                .map(queue -> new QueueInfo(
                        queue.getName(),
                        queue.getDepth(),
                        queue.getInFlight(),
                        Integer.toUnsignedLong(queue.getActiveConsumers()),
                        queue.getLeaderNodeId()))
                .toList();
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
                stats.getPerKeyStatsList().stream()
                        .map(flow -> new FlowStats(
                                flow.getKey(),
                                flow.getPendingCount(),
                                flow.getCurrentDeficit(),
                                Integer.toUnsignedLong(flow.getWeight())))
                        .toList(),
                stats.getPerThrottleStatsList().stream()
                        .map(bucket -> new ThrottleStats(
                                bucket.getKey(), bucket.getTokens(), bucket.getRatePerSecond(), bucket.getBurst()))
                        .toList(),
                stats.getLeaderNodeId(),
                Integer.toUnsignedLong(stats.getReplicationCount()),
                stats.getScheduled(),
                stats.getScriptFailures(),
                stats.getScriptsBypassed());
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
                .call(FilaAdminGrpc.getRedriveMethod(), request, new Subject.Queue(deadLetterQueue))
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
                        key.getExpiresAtMs() == 0
                                ? Optional.empty()
                                : Optional.of(Instant.ofEpochMilli(key.getExpiresAtMs())),
                        key.getIsSuperadmin()))
                .toList();
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
