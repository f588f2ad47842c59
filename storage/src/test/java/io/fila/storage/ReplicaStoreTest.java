package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.journal.Journal;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.Record;
import io.fila.core.replication.Fate;
import io.fila.core.replication.LogPosition;
import io.fila.core.replication.LostLeadException;
import io.fila.core.replication.ReplicatedLog;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReplicaStoreTest {
    private static final long TERM = 7;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    /** A log of one machine, which keeps all entries and applies them where it is told to. */
    private static final class OneLog implements ReplicatedLog {
        private final List<byte[]> entries = new ArrayList<>();
        private final ReplicaStore store;
        private Fate fate = Fate.COMMITTED;

        OneLog(ReplicaStore store) {
            this.store = store;
        }

        @Override
        public void propose(long term, long timeNanos, ByteBuffer turn, Consumer<Fate> outcome) {
            byte[] bytes = new byte[turn.remaining()];
            turn.get(bytes);
            entries.add(bytes);
            if (fate == Fate.COMMITTED) {
                store.apply(new LogPosition(entries.size(), term, timeNanos), ByteBuffer.wrap(bytes));
            }
            outcome.accept(fate);
        }

        void replayTo(ReplicaStore other) {
            int first = (int) Math.max(0, other.persisted().index());
            for (int i = first; i < entries.size(); i++) {
                other.apply(new LogPosition(i + 1, TERM, i), ByteBuffer.wrap(entries.get(i)));
            }
        }

        @Override
        public void confirm(long term, Consumer<Fate> outcome) {
            outcome.accept(fate);
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

    private ReplicaStore open(String name) {
        return ReplicaStore.open(home.resolve(name), StorageSettings.defaults(), () -> {}, sentence -> {});
    }

    private static void set(ReplicaStore store, ReplicatedLog log, String value) {
        Commit.of(store.journal(log, TERM, () -> 42), new ConfigChanged("colour", value));
    }

    private static List<Record> read(ReplicaStore store, ReplicatedLog log) {
        List<Record> records = new ArrayList<>();
        store.journal(log, TERM, () -> 42).recover(records::add);
        return records;
    }

    @Test
    void whatWasCommittedIsAppliedAndPersistedWithItsPosition() {
        try (ReplicaStore store = open("one")) {
            OneLog log = new OneLog(store);
            set(store, log, "red");
            set(store, log, "blue");

            assertThat(store.persisted()).isEqualTo(LogPosition.NONE);
            assertThat(store.persist()).isEqualTo(new LogPosition(2, TERM, 42));
        }
        try (ReplicaStore again = open("one")) {
            assertThat(again.persisted()).isEqualTo(new LogPosition(2, TERM, 42));
            assertThat(read(again, new OneLog(again))).containsExactly(new ConfigChanged("colour", "blue"));
        }
    }

    @Test
    void aReplicaThatIsToldTheSameEntriesAgainIsEqual() {
        try (ReplicaStore leader = open("leader");
                ReplicaStore follower = open("follower")) {
            OneLog log = new OneLog(leader);
            leader.replayedThrough(0);
            set(leader, log, "red");
            log.replayTo(follower);
            set(leader, log, "blue");
            follower.persist();
            Commit.of(leader.journal(log, TERM, () -> 42), new ConfigChanged("colour", null));

            log.replayTo(follower);
            log.replayTo(follower);

            assertThat(read(follower, log)).isEqualTo(read(leader, log)).isEmpty();
        }
    }

    @Test
    void whatIsLostOrUnknownEndsTheBrokerAndIsNotApplied() {
        try (ReplicaStore store = open("one")) {
            OneLog log = new OneLog(store);
            Journal journal = store.journal(log, TERM, () -> 42);
            for (Fate fate : List.of(Fate.LOST, Fate.UNKNOWN)) {
                log.fate = fate;

                assertThatThrownBy(() -> Commit.of(journal, new ConfigChanged("colour", "red")))
                        .isInstanceOf(LostLeadException.class);
                assertThatThrownBy(() -> Commit.confirm(journal)).isInstanceOf(LostLeadException.class);
            }
            assertThat(read(store, log)).isEmpty();
        }
    }

    @Test
    void aCopyHasEverythingUpToItsPositionAndTakesTheOthersPlace() throws IOException {
        try (ReplicaStore leader = open("leader");
                ReplicaStore follower = open("follower")) {
            OneLog log = new OneLog(leader);
            set(leader, log, "red");
            LogPosition position = leader.copyTo(home.resolve("copy"));
            set(leader, log, "blue");
            OneLog other = new OneLog(follower);
            set(follower, other, "of no use");

            Path target = follower.makeRoomForCopy();
            try (var files = Files.list(home.resolve("copy"))) {
                for (Path file : (Iterable<Path>) files::iterator) {
                    Files.copy(file, target.resolve(file.getFileName().toString()));
                }
            }

            assertThat(position.index()).isEqualTo(1);
            assertThat(follower.install()).isEqualTo(position);
            assertThat(read(follower, log)).containsExactly(new ConfigChanged("colour", "red"));
            log.replayTo(follower);
            assertThat(read(follower, log)).containsExactly(new ConfigChanged("colour", "blue"));
        }
    }

    @Test
    void theRoomOfACopyThatIsNotCompleteIsGivenBackAtTheNextStart() throws IOException {
        Path target;
        try (ReplicaStore store = open("one")) {
            set(store, new OneLog(store), "red");
            target = store.makeRoomForCopy();
            Files.writeString(target.resolve("half.sst"), "half");
        }

        open("one").close();

        assertThat(target).doesNotExist();
    }

    @Test
    void aBackupOfANodeIsADirectoryOfASingleBroker() {
        try (ReplicaStore store = open("one")) {
            set(store, new OneLog(store), "red");
            store.backup(home.resolve("backup"));
        }

        try (RocksStore single = RocksStore.open(home.resolve("backup"), StorageSettings.defaults(), sentence -> {})) {
            List<Record> records = new ArrayList<>();
            single.recover(records::add);
            assertThat(records).containsExactly(new ConfigChanged("colour", "red"));
            single.commit(List.of(new ConfigChanged("colour", "blue")));
        }
    }

    @Test
    void neitherABrokerNorANodeTakesTheOthersDirectory() {
        open("node").close();
        RocksStore.open(home.resolve("single"), StorageSettings.defaults(), sentence -> {})
                .close();

        assertThatThrownBy(() -> RocksStore.open(home.resolve("node"), StorageSettings.defaults(), sentence -> {}))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("cluster.enabled = true");
        assertThatThrownBy(() -> open("single"))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("cluster.enabled = false");
    }

    /** Nodes of builds before and after that may replace each other. */
    @Test
    void aNodesDirectoryHasTheFormatThatItHadBeforeSingleBrokersGotAnother() {
        open("node").close();

        assertThat(home.resolve("node").resolve("format")).hasContent("3 of a cluster");
    }

    @Test
    void aTurnThatIsNotWhatWasSealedIsRefused() {
        try (ReplicaStore store = open("one")) {
            OneLog log = new OneLog(store);
            log.fate = Fate.UNKNOWN;
            assertThatThrownBy(() -> set(store, log, "red")).isInstanceOf(LostLeadException.class);
            byte[] damaged = log.entries.getFirst();
            damaged[damaged.length - 12] ^= 1;

            assertThatThrownBy(() -> store.apply(new LogPosition(1, TERM, 0), ByteBuffer.wrap(damaged)))
                    .isInstanceOf(StorageException.class)
                    .hasMessageContaining("checksum");
        }
    }
}
