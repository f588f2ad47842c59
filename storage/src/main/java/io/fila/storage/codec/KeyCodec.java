package io.fila.storage.codec;

import io.fila.core.access.ApiKey;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.access.Secret;
import io.fila.core.record.KeyChanged;
import java.util.ArrayList;
import java.util.List;

/** The stored form of an API key: digests of its tokens, never a token. */
public final class KeyCodec {
    private static final int TYPICAL_BYTES = 256;

    /** Indexed by the number that is stored. */
    private static final List<PermissionKind> KINDS =
            List.of(PermissionKind.PRODUCE, PermissionKind.CONSUME, PermissionKind.ADMIN);

    private KeyCodec() {}

    public static byte[] write(byte[] key, ApiKey apiKey) {
        ValueWriter writer = new ValueWriter(TYPICAL_BYTES)
                .text(apiKey.name())
                .number(apiKey.createdAtMillis())
                .number(apiKey.expiresAtMillis())
                .flag(apiKey.superadmin())
                .number(apiKey.permissions().size());
        for (Permission permission : apiKey.permissions()) {
            writer.tiny(KINDS.indexOf(permission.kind()))
                    .text(permission.pattern().text());
        }
        writer.number(apiKey.secrets().size());
        for (Secret secret : apiKey.secrets()) {
            writer.text(secret.digest()).number(secret.untilMillis());
        }
        return writer.number(apiKey.limits().enqueuesPerSecond())
                .number(apiKey.limits().bytesPerSecond())
                .number(apiKey.limits().streams())
                .number(apiKey.lastUsedMillis())
                .text(apiKey.certificate())
                .seal(key);
    }

    public static KeyChanged read(byte[] key, byte[] value) throws MalformedException {
        String id = Keys.readName(key);
        ValueReader reader = ValueReader.open(key, value);
        ApiKey apiKey = new ApiKey(
                id,
                reader.text(),
                reader.bigNumber(),
                reader.bigNumber(),
                reader.flag(),
                permissions(reader),
                secrets(reader),
                new KeyLimits(reader.bigNumber(), reader.bigNumber(), reader.number()),
                reader.bigNumber(),
                certificate(reader));
        return new KeyChanged(id, apiKey);
    }

    /** A key written before keys could belong to certificates has a token. */
    private static String certificate(ValueReader reader) throws MalformedException {
        return reader.isAtEnd() ? "" : reader.text();
    }

    private static List<Permission> permissions(ValueReader reader) throws MalformedException {
        List<Permission> permissions = new ArrayList<>();
        for (int left = reader.number(); left > 0; left--) {
            int kind = reader.tiny();
            if (kind >= KINDS.size()) {
                throw new MalformedException();
            }
            permissions.add(Permission.of(KINDS.get(kind), reader.text()));
        }
        return permissions;
    }

    private static List<Secret> secrets(ValueReader reader) throws MalformedException {
        List<Secret> secrets = new ArrayList<>();
        for (int left = reader.number(); left > 0; left--) {
            secrets.add(new Secret(reader.text(), reader.bigNumber()));
        }
        return secrets;
    }
}
