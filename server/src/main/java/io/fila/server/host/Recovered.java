package io.fila.server.host;

import io.fila.core.journal.Journal;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts what a broker recovers from its journal, for a log line. */
final class Recovered implements Journal {
    private static final Logger log = LoggerFactory.getLogger(Recovered.class);

    private final Journal journal;
    private long queues;
    private long pending;
    private long scheduled;
    private long leased;

    Recovered(Journal journal) {
        this.journal = journal;
    }

    @Override
    public void recover(Consumer<Record> reader) {
        journal.recover(known -> {
            count(known);
            reader.accept(known);
        });
    }

    @Override
    public long append(List<Record> records) {
        return journal.append(records);
    }

    @Override
    public long confirm() {
        return journal.confirm();
    }

    @Override
    public long durable(boolean idle) {
        return journal.durable(idle);
    }

    private void count(Record known) {
        switch (known) {
            case QueueCreated queue -> queues++;
            case LaneChanged lane -> pending += lane.pending();
            case ScheduleChanged schedule -> scheduled += schedule.scheduled();
            case MessageMoved moved -> leased++;
            default -> {}
        }
    }

    /** Says what was found, and how long it took. */
    void tell(LastStop past, Duration took) {
        if (past == LastStop.NONE) {
            return;
        }
        log.atInfo()
                .addKeyValue("after", past.phrase())
                .addKeyValue("queues", queues)
                .addKeyValue("pending", pending)
                .addKeyValue("scheduled", scheduled)
                .addKeyValue("leased", leased)
                .addKeyValue("took_ms", took.toMillis())
                .log("Recovered {}.", past == LastStop.NEW ? "a directory with nothing in it" : "what was on disk");
    }
}
