package io.fila.core.runtime.term;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Sees to it that the turns of a term stand in the log in the order in which they were proposed, and without a gap: a broker decides
 * on turns before the earlier ones are committed, and none of them may count without those. Any thread.
 */
public final class ProposalOrder {
    /** Terms remembered. A broker of an earlier one is long gone. */
    private static final int TERMS = 8;

    private final Supplier<UUID> names;
    private final Map<Long, Line> lines = new LinkedHashMap<>(TERMS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Line> eldest) {
            return size() > TERMS;
        }
    };

    /** The turns of one term. */
    private static final class Line {
        private final UUID proposer;
        private long proposed;
        private long admitted;

        Line(UUID proposer) {
            this.proposer = proposer;
        }
    }

    /** @param names makes names that were never used before, on any machine */
    public ProposalOrder(Supplier<UUID> names) {
        this.names = names;
    }

    /** The name under which an entry is proposed, and its number among those of its term, from 1. */
    public record Ticket(UUID proposer, long number) {}

    /** The ticket of the next entry of a term. */
    public synchronized Ticket next(long term) {
        Line line = lines.computeIfAbsent(term, begun -> new Line(names.get()));
        return new Ticket(line.proposer, ++line.proposed);
    }

    /** Whether an entry may follow in the log; asked in the order of the log, on the machine that leads. */
    public synchronized boolean admits(UUID proposer, long number) {
        for (Line line : lines.values()) {
            if (line.proposer.equals(proposer)) {
                boolean follows = number == line.admitted + 1;
                line.admitted += follows ? 1 : 0;
                return follows;
            }
        }
        // No turn, but something that stands for itself.
        return true;
    }
}
