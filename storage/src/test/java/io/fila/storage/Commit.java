package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.Journal;
import io.fila.core.record.Record;
import java.util.List;

/** A turn on a journal that makes it durable before the caller, who has nothing else to do, asks. */
final class Commit {
    private Commit() {}

    static void of(Journal journal, Record... records) {
        of(journal, List.of(records));
    }

    static void of(Journal journal, List<Record> records) {
        long position = journal.append(records);
        assertThat(journal.durable(true)).isEqualTo(position);
    }

    static void confirm(Journal journal) {
        long position = journal.confirm();
        assertThat(journal.durable(true)).isEqualTo(position);
    }
}
