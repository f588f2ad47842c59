package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.journal.Journal;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.Record;
import io.fila.core.replication.Fate;
import io.fila.core.replication.LostLeadException;
import io.fila.core.replication.ReplicatedLog;
import io.fila.core.runtime.term.Proposals;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several turns of a leader on their way to the other machines. */
final class TurnsUnderWayTest {
    private static final long TERM = 7;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private final SlowLog log = new SlowLog();
    private final AtomicInteger progress = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private ReplicaStore store;

    @SuppressWarnings("NullAway.Init")
    private Journal journal;

    /** A log whose outcomes come when the test says so. */
    private static final class SlowLog implements ReplicatedLog {
        private final Deque<Consumer<Fate>> outcomes = new ArrayDeque<>();

        @Override
        public void propose(long term, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome) {
            outcomes.add(outcome);
        }

        @Override
        public void confirm(long term, Consumer<Fate> outcome) {
            outcomes.add(outcome);
        }

        @Override
        public int members() {
            return 3;
        }

        @Override
        public void stepDown(long term) {
            // There is nobody else.
        }
    }

    @BeforeEach
    void open() {
        store = ReplicaStore.open(directory, StorageSettings.defaults(), () -> {}, sentence -> {});
        journal = store.journal(log, TERM, () -> 42);
        journal.onProgress(progress::incrementAndGet);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static List<Record> turn(int bytes) {
        return List.of(new ConfigChanged("colour", "x".repeat(bytes)));
    }

    private void next(Fate fate) {
        log.outcomes.remove().accept(fate);
    }

    @Test
    void turnsAreDurableInOrderEvenIfAnswersAreNot() {
        long first = journal.append(turn(1));
        long asked = journal.confirm();
        assertThat(journal.durable(true)).isLessThan(first);

        log.outcomes.removeLast().accept(Fate.COMMITTED);
        assertThat(journal.durable(true)).isLessThan(first);
        next(Fate.COMMITTED);

        assertThat(journal.durable(true)).isEqualTo(asked);
        assertThat(progress).hasValue(2);
    }

    @Test
    void whatWasCommittedBeforeALossIsToldAndNothingAfterIt() {
        long first = journal.append(turn(1));
        long _ = journal.append(turn(2));
        long _ = journal.append(turn(3));
        next(Fate.COMMITTED);
        next(Fate.LOST);
        next(Fate.COMMITTED);

        assertThat(journal.durable(true)).isEqualTo(first);

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> journal.durable(true)).isInstanceOf(LostLeadException.class);
        }
    }

    @Test
    void turnsUnderWayAreBounded() {
        for (int i = 0; i < Proposals.TURNS_UNDER_WAY; i++) {
            assertThat(journal.worthwhile()).isLessThan(Integer.MAX_VALUE);
            long _ = journal.append(turn(1));
        }
        assertThat(journal.worthwhile()).isEqualTo(Integer.MAX_VALUE);

        next(Fate.COMMITTED);
        long _ = journal.durable(true);

        assertThat(journal.worthwhile()).isLessThan(Integer.MAX_VALUE);
    }

    @Test
    void anotherTurnPaysIfAsMuchWaitsAsIsUnderWay() {
        assertThat(journal.worthwhile()).isOne();
        long _ = journal.append(turn(1));
        assertThat(journal.worthwhile()).isOne();
        long _ = journal.append(turn(1));
        assertThat(journal.worthwhile()).isEqualTo(2);

        next(Fate.COMMITTED);
        next(Fate.COMMITTED);
        long _ = journal.durable(true);
        assertThat(journal.worthwhile()).isOne();
    }

    @Test
    void bytesUnderWayAreBounded() {
        long _ = journal.append(turn((int) Proposals.BYTES_UNDER_WAY));

        assertThat(journal.worthwhile()).isEqualTo(Integer.MAX_VALUE);
    }
}
