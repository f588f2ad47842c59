package io.fila.server.host;

import io.fila.core.queue.QueueName;
import io.fila.core.record.Record;
import io.fila.core.tape.Tape;
import io.fila.storage.log.LogListener;

/** Listens to a broker at work: to the steps of its turns, and to what becomes of them. On the broker thread unless it says otherwise. */
public interface BrokerListener extends Tape, LogListener {
    /** What the last turn decided, so many records, is durable after so long. */
    void committed(int records, long nanos);

    /** A queue or a setting there is, or one that is gone: at the start, and whenever it changes. */
    void noticed(Record change);

    /** A script was called and took so long. On the thread that called it. */
    void scriptRan(QueueName queue, long nanos);
}
