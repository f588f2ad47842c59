package io.fila.benchmarks.journal;

import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.storage.codec.BodyCodec;
import io.fila.storage.codec.EntryCodec;
import io.fila.storage.codec.Keys;
import io.fila.storage.codec.LaneCodec;
import io.fila.storage.codec.LeaseCodec;
import io.fila.storage.codec.QueueCodec;
import io.fila.storage.rocks.Family;
import java.util.List;

/** Where changes of keys go: the records of {@link Lives} come down to these, encoded as the store encodes them. */
interface Changes {
    void put(Family family, byte[] key, byte[] value);

    void delete(Family family, byte[] key);

    default void write(List<Record> records) {
        for (Record each : records) {
            switch (each) {
                case MessageMoved moved -> write(moved);
                case LaneChanged lane -> {
                    byte[] key = Keys.lane(lane.queue(), lane.fairnessKey(), lane.lane());
                    put(Family.LANES, key, LaneCodec.write(key, lane));
                }
                case QueueCreated queue -> {
                    byte[] key = Keys.queue(queue.id());
                    put(Family.QUEUES, key, QueueCodec.write(key, queue));
                }
                default -> throw new IllegalArgumentException("Expected a record of a life but found " + each + ".");
            }
        }
    }

    private void write(MessageMoved moved) {
        MessageId id = moved.envelope().id();
        if (moved.from() instanceof Place.Ready at) {
            delete(Family.READY, Keys.entry(at.queue(), at.fairnessKey(), at.lane(), at.position()));
        } else if (moved.from() instanceof Place.Leased at) {
            byte[] key = Keys.message(at.queue(), id);
            delete(Family.LEASES, key);
            delete(Family.BODIES, key);
        }
        if (moved.to() instanceof Place.Ready at) {
            byte[] key = Keys.entry(at.queue(), at.fairnessKey(), at.lane(), at.position());
            put(Family.READY, key, EntryCodec.write(key, moved.envelope(), moved.attempts()));
            Body body = moved.body();
            if (body != null) {
                byte[] message = Keys.message(at.queue(), id);
                put(Family.BODIES, message, BodyCodec.write(message, moved.envelope(), body));
            }
        } else if (moved.to() instanceof Place.Leased at) {
            byte[] key = Keys.message(at.queue(), id);
            put(Family.LEASES, key, LeaseCodec.write(key, moved.envelope(), moved.attempts(), at));
        }
    }
}
