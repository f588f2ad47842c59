package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.Grants;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import io.fila.core.record.KeyChanged;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All API keys, and who may change them. It checks the caller's permissions again at this moment, because another command may
 * have revoked them since the edge checked.
 */
final class ApiKeys {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final TreeMap<String, ApiKey> keys = new TreeMap<>();

    void restore(ApiKey key) {
        keys.put(key.id(), key);
    }

    List<ApiKey> all() {
        return new ArrayList<>(keys.values());
    }

    void decide(Command.OfKeys command, Turn turn) {
        switch (command) {
            case Command.CreateKey create -> create(create, turn);
            case Command.RevokeKey revoke -> revoke(revoke, turn);
            case Command.ListKeys list -> list(list, turn);
            case Command.GetKey get -> get(get, turn);
            case Command.SetPermissions set -> setPermissions(set, turn);
            case Command.SetKeyLimits set -> setLimits(set, turn);
            case Command.RotateKey rotate -> rotate(rotate, turn);
            case Command.KeyUsed used -> used(used, turn);
        }
    }

    /** Makes these all keys there are in the range; when each was last used is known here alone. */
    void adopt(Command.Adopt adopt, Turn turn) {
        Map<String, ApiKey> all = new TreeMap<>();
        adopt.keys().forEach(key -> all.put(key.id(), key));
        for (ApiKey known : all()) {
            if (adopt.keysIn().contains(known.id()) && !all.containsKey(known.id())) {
                keys.remove(known.id());
                turn.announce(new KeyChanged(known.id(), null));
            }
        }
        for (ApiKey key : all.values()) {
            ApiKey known = keys.get(key.id());
            ApiKey adopted = key.usedAt(known == null ? 0 : known.lastUsedMillis());
            if (!adopted.equals(known)) {
                put(adopted, turn);
            }
        }
    }

    private void create(Command.CreateKey create, Turn turn) {
        Grants caller = grants(create.by(), turn);
        Refusal objection = mayAdministrate(caller);
        if (objection == null && create.key().superadmin() && !isSuperadmin(caller)) {
            objection = Refusal.denied("only superadmin keys can create other superadmin keys");
        }
        if (objection == null && create.key().isForCertificate()) {
            objection = certificateObjection(create.key().certificate(), caller);
        }
        if (objection == null && isNameOfAnother(create.key().name(), caller)) {
            objection = Refusal.alreadyExists("Expected a name that no other key has but \""
                    + create.key().name() + "\" is in use; choose another, or ask whoever administrates all queues.");
        }
        if (objection == null && keys.containsKey(create.key().id())) {
            objection = Refusal.alreadyExists("Expected a new id but a key has it; try again.");
        }
        if (objection == null) {
            objection = roomObjection();
        }
        if (objection != null) {
            turn.refuse(create.reply(), objection);
            return;
        }
        ApiKey made = create.key().createdAt(millis(turn.nowNanos()));
        put(made, turn);
        turn.answer(create.reply(), made);
    }

    /** The name of a key may be a fairness key: an administrator of only some queues cannot take another's name. */
    private boolean isNameOfAnother(String name, @Nullable Grants caller) {
        return caller != null
                && !caller.mayEverywhere(PermissionKind.ADMIN)
                && !name.isEmpty()
                && keys.values().stream().anyMatch(key -> key.name().equals(name));
    }

    /** Whoever administrates only a part must not decide who the holder of a certificate is. */
    private @Nullable Refusal certificateObjection(String certificate, @Nullable Grants caller) {
        Refusal objection = mayAdministrateAll(caller);
        boolean taken = objection == null
                && keys.values().stream().anyMatch(key -> key.certificate().equals(certificate));
        return taken
                ? Refusal.alreadyExists("Expected a certificate without a key but there is one for \"" + certificate
                        + "\"; change what it may do, or revoke it.")
                : objection;
    }

    private void revoke(Command.RevokeKey revoke, Turn turn) {
        ApiKey key = find(revoke.id(), mayAdministrateAll(grants(revoke.by(), turn)), revoke.reply(), turn);
        if (key != null) {
            keys.remove(key.id());
            turn.announce(new KeyChanged(key.id(), null));
            turn.answer(revoke.reply(), Done.DONE);
        }
    }

    private void list(Command.ListKeys list, Turn turn) {
        Refusal objection = mayAdministrateAll(grants(list.by(), turn));
        if (objection != null) {
            turn.refuse(list.reply(), objection);
        } else {
            turn.answer(list.reply(), all());
        }
    }

    private void get(Command.GetKey get, Turn turn) {
        ApiKey key = find(get.id(), mayAdministrateAll(grants(get.by(), turn)), get.reply(), turn);
        if (key != null) {
            turn.answer(get.reply(), key);
        }
    }

    private void setPermissions(Command.SetPermissions set, Turn turn) {
        Grants caller = grants(set.by(), turn);
        Refusal objection = mayAdministrate(caller);
        ApiKey known = keys.get(set.id());
        if (objection == null && caller != null && !mayReplace(caller, known, set.permissions())) {
            objection = Refusal.denied("one or more permissions exceed the caller's admin scope");
        }
        ApiKey key = find(set.id(), objection, set.reply(), turn);
        if (key != null) {
            put(key.with(set.permissions()), turn);
            turn.answer(set.reply(), Done.DONE);
        }
    }

    /** What is granted must be the caller's to grant, and so must what is taken away: else one tenant could lock out another. */
    private static boolean mayReplace(Grants caller, @Nullable ApiKey key, List<Permission> wanted) {
        if (!caller.mayGrant(wanted)) {
            return false;
        }
        if (key == null || caller.isSuperadmin()) {
            return true;
        }
        List<Permission> taken = new ArrayList<>(key.permissions());
        taken.removeAll(wanted);
        return !key.superadmin() && caller.mayGrant(taken);
    }

    private void setLimits(Command.SetKeyLimits set, Turn turn) {
        ApiKey key = find(set.id(), mayAdministrateAll(grants(set.by(), turn)), set.reply(), turn);
        if (key != null) {
            put(key.with(set.limits()), turn);
            turn.answer(set.reply(), Done.DONE);
        }
    }

    /** Whoever gets a token can do what the key may: so it takes the right to give all of that, or the key itself. */
    private void rotate(Command.RotateKey rotate, Turn turn) {
        Grants caller = grants(rotate.by(), turn);
        boolean own =
                rotate.by() instanceof Authority.Holder holder && holder.keyId().equals(rotate.id());
        Refusal objection = own && caller != null ? null : mayAdministrateAll(caller);
        ApiKey known = keys.get(rotate.id());
        if (objection == null && known != null && known.superadmin() && !isSuperadmin(caller)) {
            objection = Refusal.denied("only superadmin keys can rotate other superadmin keys");
        }
        if (objection == null && known != null && known.isForCertificate()) {
            objection = Refusal.failedPrecondition("Expected a key with a token but " + known.id()
                    + " is for a certificate; renew the certificate instead.");
        }
        ApiKey key = find(rotate.id(), objection, rotate.reply(), turn);
        if (key != null) {
            long formerEndsNanos = turn.nowNanos() + rotate.graceNanos();
            ApiKey rotated = key.rotated(rotate.digest(), millis(formerEndsNanos));
            put(rotated, turn);
            turn.answer(rotate.reply(), rotated);
        }
    }

    private void used(Command.KeyUsed used, Turn turn) {
        ApiKey key = keys.get(used.id());
        if (key != null && key.lastUsedMillis() < used.atMillis()) {
            put(key.usedAt(used.atMillis()), turn);
        }
    }

    private void put(ApiKey key, Turn turn) {
        keys.put(key.id(), key);
        turn.announce(new KeyChanged(key.id(), key));
    }

    private @Nullable ApiKey find(String id, @Nullable Refusal objection, Reply<?> reply, Turn turn) {
        ApiKey key = keys.get(id);
        if (objection != null || key == null) {
            turn.refuse(reply, objection == null ? unknown(id) : objection);
            return null;
        }
        return key;
    }

    /** What the caller may do now; null if it is nobody any more. */
    private @Nullable Grants grants(Authority by, Turn turn) {
        return switch (by) {
            case Authority.Operator operator -> Grants.EVERYTHING;
            case Authority.Holder holder -> {
                ApiKey key = keys.get(holder.keyId());
                boolean valid = key != null && !key.isOver(millis(turn.nowNanos()));
                yield valid && key != null ? Grants.of(key) : null;
            }
        };
    }

    private static boolean isSuperadmin(@Nullable Grants caller) {
        return caller != null && caller.isSuperadmin();
    }

    private static @Nullable Refusal mayAdministrate(@Nullable Grants caller) {
        return caller == null
                ? Refusal.unauthenticated()
                : caller.maySomewhere(PermissionKind.ADMIN) ? null : Refusal.deniedAdministration();
    }

    private static @Nullable Refusal mayAdministrateAll(@Nullable Grants caller) {
        return caller == null
                ? Refusal.unauthenticated()
                : caller.mayEverywhere(PermissionKind.ADMIN) ? null : Refusal.deniedAdministration();
    }

    private @Nullable Refusal roomObjection() {
        return keys.size() < Limits.API_KEYS
                ? null
                : Refusal.exhausted(
                        "Expected at most " + Limits.API_KEYS + " keys but there are that many; revoke some.");
    }

    private static long millis(long nanos) {
        return nanos / NANOS_PER_MILLI;
    }

    private static Refusal unknown(String id) {
        return Refusal.notFound("Expected the id of a key but no key has the id \"" + id + "\"; list the keys.");
    }
}
