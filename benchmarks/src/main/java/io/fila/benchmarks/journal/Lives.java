package io.fila.benchmarks.journal;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The turns of a queue under load: each accepts some messages of 1 KB, hands out those that have waited long enough, and
 * takes the acks of those that were with a consumer long enough.
 *
 * @param perTurn messages that a turn accepts
 * @param alive messages between their acceptance and their ack
 * @param held of these, with a consumer; 0 if nobody consumes
 */
record Lives(int perTurn, int alive, int held) {
    private static final QueueId QUEUE = new QueueId(1);
    private static final Scheduling TENANT = new Scheduling("tenant", 1, List.of());
    private static final int BODY_BYTES = 1024;

    static List<Record> first() {
        return List.of(new QueueCreated(QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false));
    }

    List<Record> turn(long turn) {
        List<Record> records = new ArrayList<>(3 * perTurn + 1);
        for (long fresh = turn * perTurn; fresh < (turn + 1) * perTurn; fresh++) {
            records.add(move(fresh, new Body(new byte[BODY_BYTES]), Place.NOWHERE, ready(fresh)));
            long leased = fresh - (alive - held);
            if (held > 0 && leased >= 0) {
                records.add(move(leased, null, ready(leased), lease(leased)));
            }
            long acked = fresh - alive;
            if (held > 0 && acked >= 0) {
                records.add(move(acked, null, lease(acked), Place.NOWHERE));
            }
        }
        long last = (turn + 1) * perTurn;
        records.add(new LaneChanged(QUEUE, TENANT.fairnessKey(), "", 1, Math.min(last, alive), last));
        return records;
    }

    private static Record move(long message, @Nullable Body body, Place from, Place to) {
        Envelope envelope = new Envelope(new MessageId(message, message * 0x9E3779B97F4A7C15L), TENANT, message);
        return new MessageMoved(envelope, 0, body, from, to);
    }

    private static Place ready(long message) {
        return new Place.Ready(QUEUE, TENANT.fairnessKey(), "", message);
    }

    private static Place lease(long message) {
        return new Place.Leased(QUEUE, message, message);
    }
}
