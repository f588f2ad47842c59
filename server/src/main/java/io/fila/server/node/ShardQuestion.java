package io.fila.server.node;

import io.fila.core.access.ApiKey;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.access.Secret;
import io.fila.core.command.NameRange;
import io.fila.core.config.Setting;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a broker of one shard asks that of another, between nodes that trust each other. */
sealed interface ShardQuestion {
    /** Which shard has this queue? Asked of the first; answered with its number, -1 for none. */
    record Find(String queue) implements ShardQuestion {}

    /** Make a queue; its caller may. Answered with a refusal or none. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Create(byte[] request) implements ShardQuestion {}

    /** How many queues do you have? */
    record Count() implements ShardQuestion {}

    /**
     * These are the settings and keys in these ranges from now on. Answered with a refusal or none.
     *
     * @param term in which the sender leads the first shard; what a former leader says does not count
     */
    record Adopt(long term, NameRange settingsIn, List<Setting> settings, NameRange keysIn, List<ApiKey> keys)
            implements ShardQuestion {}

    /** Spend tokens of a throttle key that you own, for me. Answered with a {@link LoanCodec}. */
    record Lend(String throttleKey, int wanted) implements ShardQuestion {}

    /** What do you, who lead, know of the shard? Answered with {@link StatusCodec}, whether the broker is at work or not. */
    record Status() implements ShardQuestion {}

    /** Hand the lead over, to a node or to any if it is 0. Answered with the number of the node, and a refusal or none. */
    record Transfer(long nodeId) implements ShardQuestion {}

    /** How do your buckets of these throttle keys stand? Answered with a {@link ThrottleCodec}. */
    record Throttles(List<String> keys) implements ShardQuestion {}

    default byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            switch (this) {
                case Find find -> {
                    out.writeByte(1);
                    out.writeUTF(find.queue());
                }
                case Create create -> {
                    out.writeByte(2);
                    out.writeInt(create.request().length);
                    out.write(create.request());
                }
                case Count count -> out.writeByte(3);
                case Adopt adopt -> {
                    out.writeByte(4);
                    out.writeLong(adopt.term());
                    write(adopt.settingsIn(), out);
                    out.writeInt(adopt.settings().size());
                    for (Setting setting : adopt.settings()) {
                        out.writeUTF(setting.key());
                        out.writeUTF(setting.value());
                    }
                    write(adopt.keysIn(), out);
                    out.writeInt(adopt.keys().size());
                    for (ApiKey key : adopt.keys()) {
                        write(key, out);
                    }
                }
                case Lend lend -> {
                    out.writeByte(5);
                    out.writeUTF(lend.throttleKey());
                    out.writeInt(lend.wanted());
                }
                case Status status -> out.writeByte(6);
                case Throttles throttles -> {
                    out.writeByte(8);
                    out.writeInt(throttles.keys().size());
                    for (String key : throttles.keys()) {
                        out.writeUTF(key);
                    }
                }
                case Transfer transfer -> {
                    out.writeByte(7);
                    out.writeLong(transfer.nodeId());
                }
            }
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
        return bytes.toByteArray();
    }

    static ShardQuestion decode(byte[] encoded) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(encoded));
        byte kind = in.readByte();
        return switch (kind) {
            case 1 -> new Find(in.readUTF());
            case 2 -> new Create(in.readNBytes(in.readInt()));
            case 3 -> new Count();
            case 4 -> adopt(in);
            case 5 -> new Lend(in.readUTF(), in.readInt());
            case 6 -> new Status();
            case 7 -> new Transfer(in.readLong());
            case 8 -> throttles(in);
            default ->
                throw new IOException("Expected a question that this version knows but found number " + kind
                        + "; run the same version on all nodes.");
        };
    }

    private static Throttles throttles(DataInputStream in) throws IOException {
        List<String> keys = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            keys.add(in.readUTF());
        }
        return new Throttles(keys);
    }

    private static Adopt adopt(DataInputStream in) throws IOException {
        long term = in.readLong();
        NameRange settingsIn = range(in);
        List<Setting> settings = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            settings.add(new Setting(in.readUTF(), in.readUTF()));
        }
        NameRange keysIn = range(in);
        List<ApiKey> keys = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            keys.add(key(in));
        }
        return new Adopt(term, settingsIn, settings, keysIn, keys);
    }

    private static void write(NameRange range, DataOutputStream out) throws IOException {
        out.writeUTF(range.from());
        out.writeBoolean(range.to() != null);
        out.writeUTF(range.to() == null ? "" : range.to());
    }

    private static NameRange range(DataInputStream in) throws IOException {
        String from = in.readUTF();
        boolean ends = in.readBoolean();
        String to = in.readUTF();
        return new NameRange(from, ends ? to : null);
    }

    private static void write(ApiKey key, DataOutputStream out) throws IOException {
        out.writeUTF(key.id());
        out.writeUTF(key.name());
        out.writeLong(key.createdAtMillis());
        out.writeLong(key.expiresAtMillis());
        out.writeBoolean(key.superadmin());
        out.writeInt(key.permissions().size());
        for (Permission permission : key.permissions()) {
            out.writeUTF(permission.kind().name());
            out.writeUTF(permission.pattern().text());
        }
        out.writeInt(key.secrets().size());
        for (Secret secret : key.secrets()) {
            out.writeUTF(secret.digest());
            out.writeLong(secret.untilMillis());
        }
        out.writeLong(key.limits().enqueuesPerSecond());
        out.writeLong(key.limits().bytesPerSecond());
        out.writeInt(key.limits().streams());
        out.writeUTF(key.certificate());
    }

    private static ApiKey key(DataInputStream in) throws IOException {
        String id = in.readUTF();
        String name = in.readUTF();
        long created = in.readLong();
        long expires = in.readLong();
        boolean superadmin = in.readBoolean();
        List<Permission> permissions = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            permissions.add(Permission.of(PermissionKind.valueOf(in.readUTF()), in.readUTF()));
        }
        List<Secret> secrets = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            secrets.add(new Secret(in.readUTF(), in.readLong()));
        }
        KeyLimits limits = new KeyLimits(in.readLong(), in.readLong(), in.readInt());
        return new ApiKey(id, name, created, expires, superadmin, permissions, secrets, limits, 0, in.readUTF());
    }
}
