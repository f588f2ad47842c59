package io.fila.simulator.cluster;

import io.fila.core.record.Record;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Stands in for the bytes of turns: what goes through the log is a turn's number in this book. */
public final class TurnBook {
    private final List<Page> pages = new ArrayList<>();

    /**
     * A turn that was proposed.
     *
     * @param committed told when a majority of nodes has it
     */
    private record Page(List<Record> records, Runnable committed) {}

    /** Notes a turn and seals it. */
    public ByteBuffer seal(List<Record> records, Runnable committed) {
        pages.add(new Page(List.copyOf(records), committed));
        return ByteBuffer.allocate(Long.BYTES).putLong(0, pages.size() - 1);
    }

    List<Record> records(ByteBuffer turn) {
        return page(turn).records();
    }

    void committed(ByteBuffer turn) {
        page(turn).committed().run();
    }

    private Page page(ByteBuffer turn) {
        return pages.get(Math.toIntExact(turn.getLong(turn.position())));
    }
}
