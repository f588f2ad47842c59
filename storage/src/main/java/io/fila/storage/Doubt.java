package io.fila.storage;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.storage.codec.Keys;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Lookup;

/** Decides whether to trust a record found among damaged bytes: the change that replaced or deleted it may be lost. */
final class Doubt {
    private final Database database;

    Doubt(Database database) {
        this.database = database;
    }

    /** Whether a message still exists, even with a damaged body, and is not leased. Only then does its place count. */
    boolean waits(QueueId queue, MessageId id) {
        byte[] key = Keys.message(queue, id);
        return isThere(Family.BODIES, key)
                && database.lookUp(Family.LEASES, key).value() == null;
    }

    /** Whether there is, or may be, a record under a key. Damaged bytes stay in a file long after their key was deleted. */
    boolean isThere(Family family, byte[] key) {
        Lookup found = database.lookUp(family, key);
        return found.value() != null || found.blockIsDamaged();
    }
}
