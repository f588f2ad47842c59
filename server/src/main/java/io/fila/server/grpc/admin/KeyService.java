package io.fila.server.grpc.admin;

import io.fila.core.Limits;
import io.fila.core.access.ApiKey;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.AclPermission;
import io.fila.proto.v1.ApiKeyInfo;
import io.fila.proto.v1.CreateApiKeyRequest;
import io.fila.proto.v1.CreateApiKeyResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetAclRequest;
import io.fila.proto.v1.GetAclResponse;
import io.fila.proto.v1.ListApiKeysRequest;
import io.fila.proto.v1.ListApiKeysResponse;
import io.fila.proto.v1.RevokeApiKeyRequest;
import io.fila.proto.v1.RevokeApiKeyResponse;
import io.fila.proto.v1.RotateApiKeyRequest;
import io.fila.proto.v1.RotateApiKeyResponse;
import io.fila.proto.v1.SetAclRequest;
import io.fila.proto.v1.SetAclResponse;
import io.fila.proto.v1.SetApiKeyLimitsRequest;
import io.fila.proto.v1.SetApiKeyLimitsResponse;
import io.fila.server.access.Keyring;
import io.fila.server.access.Token;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.Answer;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Carries out calls about keys and permissions. It creates tokens, shows them once, and gives the broker only their digests. */
final class KeyService {
    /** How long a token lasts after another has taken its place, unless it is said otherwise. */
    private static final Duration DEFAULT_GRACE = Duration.ofHours(1);

    /** How long it may be made to last; more is refused with INVALID_ARGUMENT. */
    private static final Duration LONGEST_GRACE = Duration.ofDays(365);

    private final CommandGateway gateway;
    private final Keyring keys;
    private final ShardRole role;

    KeyService(CommandGateway gateway, Keyring keys, ShardRole role) {
        this.role = role;
        this.gateway = gateway;
        this.keys = keys;
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getCreateApiKeyMethod(), CreateApiKeyRequest.parser(), this::create)
                .unary(FilaAdminGrpc.getRevokeApiKeyMethod(), RevokeApiKeyRequest.parser(), this::revoke)
                .unary(FilaAdminGrpc.getListApiKeysMethod(), ListApiKeysRequest.parser(), this::list)
                .unary(FilaAdminGrpc.getSetAclMethod(), SetAclRequest.parser(), this::setAcl)
                .unary(FilaAdminGrpc.getGetAclMethod(), GetAclRequest.parser(), this::getAcl)
                .unary(FilaAdminGrpc.getRotateApiKeyMethod(), RotateApiKeyRequest.parser(), this::rotate)
                .unary(FilaAdminGrpc.getSetApiKeyLimitsMethod(), SetApiKeyLimitsRequest.parser(), this::setLimits);
    }

    private void create(CreateApiKeyRequest request, UnaryCall<CreateApiKeyResponse> call) {
        Refusal objection = nameObjection(request.getName());
        if (objection == null) {
            objection = nameObjection(request.getCertificate());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        if (request.getExpiresAtMs() < 0) {
            call.refuse(Refusal.invalid("Expected expires_at_ms in milliseconds since 1970 but found "
                    + Long.toUnsignedString(request.getExpiresAtMs()) + "; send 0 for never."));
            return;
        }
        String id = Token.newId();
        boolean forCertificate = !request.getCertificate().isEmpty();
        String token = forCertificate ? "" : Token.make(id);
        Reply<ApiKey> reply = ShardRole.shared(
                role,
                new Answer<>(
                        call,
                        key -> CreateApiKeyResponse.newBuilder()
                                .setKeyId(key.id())
                                .setKey(token)
                                .setIsSuperadmin(key.superadmin())
                                .build()));
        ApiKey key = forCertificate
                ? ofCertificate(id, request)
                : ApiKey.fresh(
                        id,
                        request.getName(),
                        request.getExpiresAtMs(),
                        request.getIsSuperadmin(),
                        Token.digest(token));
        gateway.enter(new Command.CreateKey(call.caller().authority(), key, reply), reply);
    }

    private static ApiKey ofCertificate(String id, CreateApiKeyRequest request) {
        return ApiKey.freshForCertificate(
                id,
                request.getName().isEmpty() ? request.getCertificate() : request.getName(),
                request.getExpiresAtMs(),
                request.getIsSuperadmin(),
                request.getCertificate());
    }

    private static @Nullable Refusal nameObjection(String name) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        return bytes <= Limits.API_KEY_NAME_BYTES
                ? null
                : Refusal.invalid("Expected a name of at most " + Limits.API_KEY_NAME_BYTES + " bytes but it has "
                        + bytes + "; choose a shorter one.");
    }

    private void revoke(RevokeApiKeyRequest request, UnaryCall<RevokeApiKeyResponse> call) {
        Reply<Done> reply =
                ShardRole.shared(role, new Answer<>(call, done -> RevokeApiKeyResponse.getDefaultInstance()));
        gateway.enter(new Command.RevokeKey(call.caller().authority(), request.getKeyId(), reply), reply);
    }

    private void list(ListApiKeysRequest request, UnaryCall<ListApiKeysResponse> call) {
        Reply<List<ApiKey>> reply = new Answer<>(call, this::list);
        gateway.enter(new Command.ListKeys(call.caller().authority(), reply), reply);
    }

    private ListApiKeysResponse list(List<ApiKey> all) {
        ListApiKeysResponse.Builder list = ListApiKeysResponse.newBuilder();
        for (ApiKey key : all) {
            list.addKeys(ApiKeyInfo.newBuilder()
                    .setKeyId(key.id())
                    .setName(key.name())
                    .setCreatedAtMs(key.createdAtMillis())
                    .setExpiresAtMs(key.expiresAtMillis())
                    .setIsSuperadmin(key.superadmin())
                    .setCertificate(key.certificate())
                    .setLastUsedAtMs(Math.max(key.lastUsedMillis(), keys.lastUsedMillis(key.id()))));
        }
        return list.build();
    }

    private void setAcl(SetAclRequest request, UnaryCall<SetAclResponse> call) {
        List<Permission> permissions = new ArrayList<>();
        Refusal objection = read(request.getPermissionsList(), permissions);
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        Reply<Done> reply = ShardRole.shared(role, new Answer<>(call, done -> SetAclResponse.getDefaultInstance()));
        gateway.enter(
                new Command.SetPermissions(call.caller().authority(), request.getKeyId(), permissions, reply), reply);
    }

    private static @Nullable Refusal read(List<AclPermission> wanted, List<Permission> permissions) {
        if (wanted.size() > Limits.PERMISSIONS) {
            return Refusal.invalid("Expected at most " + Limits.PERMISSIONS + " permissions but found " + wanted.size()
                    + "; use patterns such as orders.*.");
        }
        for (AclPermission each : wanted) {
            PermissionKind kind = PermissionKind.of(each.getKind());
            if (kind == null) {
                return Refusal.invalid(
                        "invalid permission kind \"" + each.getKind() + "\"; must be one of: produce, consume, admin");
            }
            int bytes = each.getPattern().getBytes(StandardCharsets.UTF_8).length;
            if (bytes == 0 || bytes > Limits.QUEUE_NAME_BYTES) {
                return Refusal.invalid("Expected a pattern of 1 to " + Limits.QUEUE_NAME_BYTES + " bytes but it has "
                        + bytes + "; write *, prefix.* or the name of a queue.");
            }
            permissions.add(Permission.of(kind, each.getPattern()));
        }
        return null;
    }

    private void getAcl(GetAclRequest request, UnaryCall<GetAclResponse> call) {
        Reply<ApiKey> reply = new Answer<>(call, KeyService::acl);
        gateway.enter(new Command.GetKey(call.caller().authority(), request.getKeyId(), reply), reply);
    }

    private static GetAclResponse acl(ApiKey key) {
        GetAclResponse.Builder acl =
                GetAclResponse.newBuilder().setKeyId(key.id()).setIsSuperadmin(key.superadmin());
        for (Permission permission : key.permissions()) {
            acl.addPermissions(AclPermission.newBuilder()
                    .setKind(permission.kind().label())
                    .setPattern(permission.pattern().text()));
        }
        return acl.build();
    }

    private void setLimits(SetApiKeyLimitsRequest request, UnaryCall<SetApiKeyLimitsResponse> call) {
        KeyLimits limits =
                new KeyLimits(request.getEnqueuesPerSecond(), request.getBytesPerSecond(), request.getStreams());
        if (limits.enqueuesPerSecond() < 0 || limits.bytesPerSecond() < 0 || limits.streams() < 0) {
            call.refuse(
                    Refusal.invalid("Expected limits below 2^63 and 2^31 but found larger ones; send 0 for no limit."));
            return;
        }
        Reply<Done> reply =
                ShardRole.shared(role, new Answer<>(call, done -> SetApiKeyLimitsResponse.getDefaultInstance()));
        gateway.enter(new Command.SetKeyLimits(call.caller().authority(), request.getKeyId(), limits, reply), reply);
    }

    private void rotate(RotateApiKeyRequest request, UnaryCall<RotateApiKeyResponse> call) {
        long graceMillis = request.hasGraceMs() ? request.getGraceMs() : DEFAULT_GRACE.toMillis();
        if (graceMillis < 0 || graceMillis > LONGEST_GRACE.toMillis()) {
            call.refuse(Refusal.invalid("Expected grace_ms of at most a year but found "
                    + Long.toUnsignedString(graceMillis) + "; send less."));
            return;
        }
        String token = Token.make(request.getKeyId());
        Reply<ApiKey> reply = ShardRole.shared(
                role,
                new Answer<>(
                        call,
                        key -> RotateApiKeyResponse.newBuilder()
                                .setKeyId(key.id())
                                .setKey(token)
                                .setFormerExpiresAtMs(key.secrets().getLast().untilMillis())
                                .build()));
        gateway.enter(
                new Command.RotateKey(
                        call.caller().authority(),
                        request.getKeyId(),
                        Token.digest(token),
                        Duration.ofMillis(graceMillis).toNanos(),
                        reply),
                reply);
    }
}
