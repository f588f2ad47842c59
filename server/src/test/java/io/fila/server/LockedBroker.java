package io.fila.server;

import io.fila.proto.v1.AclPermission;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.SetAclRequest;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.Metadata;
import io.grpc.stub.MetadataUtils;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A whole broker that wants to see keys, and clients that show them. */
final class LockedBroker implements AutoCloseable {
    static final String BOOTSTRAP = "the-key-of-the-configuration";

    private static final long PATIENCE_SECONDS = 20;
    private static final Metadata.Key<String> AUTHORIZATION =
            Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);

    private final ServerFixture server;

    private LockedBroker(ServerFixture server) {
        this.server = server;
    }

    static LockedBroker start(Path directory) throws Exception {
        return start(directory, Map.of());
    }

    static LockedBroker start(Path directory, Map<String, String> settings) throws Exception {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("FILA_BOOTSTRAP_APIKEY", BOOTSTRAP);
        return new LockedBroker(ServerFixture.start(directory, all));
    }

    ServerFixture server() {
        return server;
    }

    /** A client that shows this token. */
    Channel as(String token) {
        return withHeader("Bearer " + token);
    }

    Channel withHeader(String authorization) {
        Metadata headers = new Metadata();
        headers.put(AUTHORIZATION, authorization);
        return ClientInterceptors.intercept(server.channel(), MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    Channel withoutKey() {
        return server.channel();
    }

    FilaAdminGrpc.FilaAdminBlockingStub admin(Channel caller) {
        return FilaAdminGrpc.newBlockingStub(caller).withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    FilaServiceGrpc.FilaServiceBlockingStub messages(Channel caller) {
        return FilaServiceGrpc.newBlockingStub(caller).withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    FilaAdminGrpc.FilaAdminBlockingStub operator() {
        return admin(as(BOOTSTRAP));
    }

    void createQueue(String name) {
        var _ = operator()
                .createQueue(CreateQueueRequest.newBuilder().setName(name).build());
    }

    /** A new key that may do this. */
    CreateApiKeyResponse createKey(String name, String... permissions) {
        return createKey(CreateApiKeyRequest.newBuilder().setName(name).build(), permissions);
    }

    CreateApiKeyResponse createKey(CreateApiKeyRequest request, String... permissions) {
        CreateApiKeyResponse key = operator().createApiKey(request);
        if (permissions.length > 0) {
            allow(key.getKeyId(), permissions);
        }
        return key;
    }

    /** Lets a key do this, each written as kind:pattern, and nothing else. */
    void allow(String keyId, String... permissions) {
        var _ = operator().setAcl(acl(keyId, permissions));
    }

    static SetAclRequest acl(String keyId, String... permissions) {
        SetAclRequest.Builder request = SetAclRequest.newBuilder().setKeyId(keyId);
        for (String permission : permissions) {
            String[] parts = permission.split(":", 2);
            request.addPermissions(AclPermission.newBuilder().setKind(parts[0]).setPattern(parts[1]));
        }
        return request.build();
    }

    void revoke(String keyId) {
        var _ = operator()
                .revokeApiKey(RevokeApiKeyRequest.newBuilder().setKeyId(keyId).build());
    }

    @Override
    public void close() {
        server.close();
    }
}
