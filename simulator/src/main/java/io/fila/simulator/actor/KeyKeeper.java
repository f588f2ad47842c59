package io.fila.simulator.actor;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import io.fila.core.reply.Done;
import io.fila.core.reply.Reply;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Creates, changes, rotates and revokes API keys on behalf of the operator, of keys that may do so, and of keys that may not.
 */
final class KeyKeeper implements Actor {
    private static final int MOST_IDS = 8;
    private static final int MOST_PERMISSIONS = 3;

    /** One key in this many is for a certificate. */
    private static final int CERTIFICATES = 4;

    private static final List<String> NAMES = List.of("", "a", "b", "c");
    private static final List<String> PATTERNS =
            List.of("*", "a.*", "a.b.*", "a.b", "a", "ab", "ab.*", "a.", "queue-0", "queue-1");

    private final World world;
    private final Chance chance;
    private long digests;

    KeyKeeper(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        Authority by = authority();
        switch (chance.below(8)) {
            case 0, 1 -> create(by);
            case 2, 3, 4 -> {
                String id = id();
                List<Permission> permissions = permissions();
                ask((Reply<Done> reply) -> new Command.SetPermissions(by, id, permissions, reply));
            }
            case 5 -> {
                String id = id();
                ask((Reply<Done> reply) -> new Command.RevokeKey(by, id, reply));
            }
            case 6 -> {
                String id = id();
                long grace = chance.between(0, world.workload().pauseNanos());
                String digest = digest();
                ask((Reply<ApiKey> reply) -> new Command.RotateKey(by, id, digest, grace, reply));
            }
            default -> look(by);
        }
        return chance.around(4 * world.workload().pauseNanos());
    }

    private void create(Authority by) {
        long expiresAt = chance.oneIn(3) ? TimeUnit.NANOSECONDS.toMillis(soon()) : 0;
        String id = id();
        String name = chance.pick(NAMES);
        boolean superadmin = chance.oneIn(6);
        String digest = digest();
        ApiKey key = digests % CERTIFICATES == 0
                ? ApiKey.freshForCertificate(id, name, expiresAt, superadmin, "certificate-" + name)
                : ApiKey.fresh(id, name, expiresAt, superadmin, digest);
        ask((Reply<ApiKey> reply) -> new Command.CreateKey(by, key, reply));
    }

    private void look(Authority by) {
        String id = id();
        KeyLimits limits = new KeyLimits(chance.below(3), chance.below(3), chance.below(3));
        ask((Reply<List<ApiKey>> reply) -> new Command.ListKeys(by, reply));
        ask((Reply<ApiKey> reply) -> new Command.GetKey(by, id, reply));
        ask((Reply<Done> reply) -> new Command.SetKeyLimits(by, id, limits, reply));
        long usedAt = TimeUnit.NANOSECONDS.toMillis(world.clock().nowNanos());
        world.send(Sent.telling(new Command.KeyUsed(id, usedAt)));
    }

    private <T> void ask(Function<Reply<T>, Command> command) {
        world.send(Sent.asking(command, answer -> {}));
    }

    private Authority authority() {
        return chance.oneIn(3) ? Authority.OPERATOR : new Authority.Holder(id());
    }

    private String id() {
        return "key-" + chance.below(MOST_IDS);
    }

    private String digest() {
        return "digest-" + ++digests;
    }

    private long soon() {
        return world.clock().nowNanos()
                + chance.between(0, 20 * world.workload().pauseNanos());
    }

    private List<Permission> permissions() {
        List<Permission> permissions = new ArrayList<>();
        for (int count = chance.between(0, MOST_PERMISSIONS); count > 0; count--) {
            PermissionKind kind = chance.pick(List.of(
                    PermissionKind.PRODUCE, PermissionKind.CONSUME, PermissionKind.ADMIN, PermissionKind.ADMIN));
            permissions.add(Permission.of(kind, chance.pick(PATTERNS)));
        }
        return permissions;
    }
}
