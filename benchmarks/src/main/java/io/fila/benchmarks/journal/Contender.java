package io.fila.benchmarks.journal;

import io.fila.core.record.Record;
import java.io.IOException;
import java.util.List;

/** A way to make turns durable. */
interface Contender extends AutoCloseable {
    void commit(List<Record> turn) throws Exception;

    /** What of the messages got as far as a table or its buffer, for the report. */
    String note();

    @Override
    void close() throws IOException;
}
