package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.MessagePage;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.Record;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real bytes flipped in real table files: nothing is silently lost, and nothing else is lost at all. */
final class DamagedTableTest {
    private static final int FLIPS_PER_FILE = Integer.getInteger("fila.flips", 6);
    private static final long NOW_NANOS = 1_000_000_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static SampleData sample;

    @BeforeAll
    static void fill() {
        sample = SampleData.in(directory.resolve("sample"));
    }

    @Test
    void anUndamagedCopyGivesEverything() throws IOException {
        Path copy = sample.copyTo(directory.resolve("undamaged"));

        Outcome outcome = consume(copy);

        assertThat(outcome.received()).isEqualTo(sample.messages());
        assertThat(outcome.reports()).isEmpty();
        assertThat(outcome.exhibits()).isEmpty();
    }

    /** Tables are read without RocksDB too: a version of it that writes others must not do so unasked. */
    @Test
    void tablesAreWrittenInTheFormatThatIsReadHere() throws IOException {
        Path copy = sample.copyTo(directory.resolve("format"));

        for (Path table : sample.tables()) {
            byte[] bytes = Files.readAllBytes(copy.resolve("rocksdb").resolve(table));
            // A table ends with the version of its format in four bytes and a magic number in eight.
            int version = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 12);
            assertThat(version).as("%s", table).isEqualTo(7);
        }
    }

    @Test
    void aFlippedBitCostsNoMoreThanTheRecordItIsIn() throws IOException {
        for (Path table : sample.tables()) {
            for (int seed = 0; seed < FLIPS_PER_FILE; seed++) {
                String flip = table + ", seed " + seed;
                Path copy = sample.copyTo(directory.resolve(table + "-" + seed));
                flipOneBit(copy.resolve("rocksdb").resolve(table), new Random(seed));

                Outcome outcome = consume(copy);

                assertThat(sample.messages()).as(flip).containsAllEntriesOf(outcome.received());
                int lost = sample.messages().size() - outcome.received().size();
                assertThat(lost).as(flip).isLessThanOrEqualTo(1);
                if (lost > 0) {
                    assertThat(outcome.exhibits().size() + outcome.reports().size())
                            .as("%s: told of", flip)
                            .isPositive();
                }
                assertThat(outcome.left()).as("%s: messages left behind", flip).isZero();
                assertThat(outcome.scheduled())
                        .as("%s: messages with a damaged moment", flip)
                        .isLessThanOrEqualTo(lost);

                Outcome again = consume(copy);
                assertThat(again.received()).as("%s: acked and back", flip).isEmpty();
                // RocksDB may have come upon the damaged bytes meanwhile, and the database was mended.
                assertThat(again.exhibits())
                        .as(flip)
                        .hasSizeBetween(
                                outcome.exhibits().size(), outcome.exhibits().size() + 1);
            }
        }
    }

    /** What a mend leaves out is made again when the broker reads everything back; a kill may come before that. */
    @Test
    void aKillAfterAMendLeavesNothingBehind() throws IOException {
        for (boolean isRenamed : List.of(true, false)) {
            Path copy = sample.copyTo(directory.resolve("killed-" + isRenamed));
            Path rocks = copy.resolve("rocksdb");
            SampleData.flipBitIn("orders", rocks.resolve(sample.table(Family.QUEUES)));
            for (Family family : List.of(Family.QUEUES, Family.LANES, Family.SCHEDULES)) {
                breakFooter(rocks.resolve(sample.table(family)));
            }
            List<String> reports = new ArrayList<>();
            Database.open(rocks, SampleData.SETTINGS.allowance(), reports::add).close();
            assertThat(reports).anySatisfy(report -> assertThat(report).contains("has been mended"));
            if (!isRenamed) {
                Files.move(rocks, copy.resolve("rocksdb.mended"));
            }

            Outcome outcome = consume(copy);

            assertThat(outcome.received()).isEqualTo(sample.messages());
            assertThat(consume(copy).reports()).isEmpty();
        }
    }

    /** A mend forgets up to where the log was applied; the log begins there, and not with the first turn. */
    @Test
    void aKillOnceEverythingIsReadBackAfterAMendIsNoDamageToTheLog() throws IOException {
        Path used = sample.copyTo(directory.resolve("used"));
        Path killed = directory.resolve("killed-in-use");
        try (RocksStore store = RocksStore.open(used, SampleData.SETTINGS, report -> {})) {
            store.commit(List.of(new ConfigChanged("colour", "red")));
            var _ = store.backup(killed);
        }
        breakFooter(killed.resolve("rocksdb").resolve(sample.table(Family.QUEUES)));
        List<String> reports = new ArrayList<>();
        Path again = directory.resolve("killed-again");
        try (RocksStore store = RocksStore.open(killed, SampleData.SETTINGS, reports::add)) {
            store.recover(known -> {});
            var _ = store.backup(again);
        }
        assertThat(reports).anySatisfy(report -> assertThat(report).contains("has been mended"));

        List<Record> known = new ArrayList<>();
        try (RocksStore store = RocksStore.open(again, SampleData.SETTINGS, report -> {})) {
            store.recover(known::add);
        }

        assertThat(known).contains(new ConfigChanged("colour", "red"));
    }

    @Test
    void aDamagedLeaseComesBackAlsoFromAMend() throws IOException {
        Path copy = sample.copyTo(directory.resolve("lease"));
        Path leases = copy.resolve("rocksdb").resolve(sample.table(Family.LEASES));
        SampleData.flipBitIn("tenant0", leases);
        breakFooter(leases);

        Outcome outcome = consume(copy);

        assertThat(outcome.received()).isEqualTo(sample.messages());
        assertThat(outcome.reports()).anySatisfy(report -> assertThat(report).contains("has been mended"));
        assertThat(outcome.exhibits()).hasSize(1);
    }

    @Test
    void aDamagedLeaseThatHasEndedDoesNotComeBack() throws IOException {
        Path copy = sample.copyTo(directory.resolve("ended"));
        SampleData.flipBitIn("tenant0", copy.resolve("rocksdb").resolve(sample.table(Family.LEASES)));
        long leases;
        try (RocksStore store = RocksStore.open(copy, SampleData.SETTINGS, report -> {})) {
            leases = leases(store).size();
            MessageMoved lease = leases(store).stream()
                    .filter(each -> ((Place.Leased) each.to()).deadlineNanos() == 0)
                    .findFirst()
                    .orElseThrow();
            Place ready = new Place.Ready(SampleData.QUEUE, "newcomer", "", 0);
            store.commit(List.of(
                    new MessageMoved(lease.envelope(), 1, null, lease.to(), ready),
                    new LaneChanged(SampleData.QUEUE, "newcomer", "", 1, 1, 0)));
        }
        try (RocksStore store = RocksStore.open(copy, SampleData.SETTINGS, report -> {})) {
            assertThat(leases(store)).hasSize((int) leases - 1);
        }
        assertThat(consume(copy).received()).isEqualTo(sample.messages());
    }

    private static List<MessageMoved> leases(RocksStore store) {
        List<MessageMoved> leases = new ArrayList<>();
        store.recover(known -> {
            if (known instanceof MessageMoved lease) {
                leases.add(lease);
            }
        });
        return leases;
    }

    @Test
    void aLookAtAShelfGoesPastDamage() throws IOException {
        Map<PlaceKind, Family> shelves = Map.of(
                PlaceKind.PENDING,
                Family.READY,
                PlaceKind.SCHEDULED,
                Family.SCHEDULED,
                PlaceKind.LEASED,
                Family.LEASES);
        for (Map.Entry<PlaceKind, Family> each : shelves.entrySet()) {
            PlaceKind kind = each.getKey();
            Path copy = sample.copyTo(directory.resolve("place-" + kind));
            int all = browsed(copy, kind);
            SampleData.flipBitIn("tenant", copy.resolve("rocksdb").resolve(sample.table(each.getValue())));

            assertThat(browsed(copy, kind)).as("%s", kind).isEqualTo(all - 1);
        }
    }

    private static int browsed(Path copy, PlaceKind kind) {
        try (RocksStore store = RocksStore.open(copy, SampleData.SETTINGS, report -> {})) {
            int messages = 0;
            String next = "";
            do {
                MessagePage page = store.browse(SampleData.QUEUE, kind, "", next, 7);
                messages += page.messages().size();
                next = page.next();
            } while (!next.isEmpty());
            return messages;
        }
    }

    /** RocksDB refuses to open a database with such a table. */
    private static void breakFooter(Path table) throws IOException {
        byte[] bytes = Files.readAllBytes(table);
        bytes[bytes.length - 1] ^= 1;
        Files.write(table, bytes);
    }

    private record Outcome(
            Map<MessageId, Body> received,
            List<String> reports,
            List<Quarantine.Exhibit> exhibits,
            long left,
            long scheduled) {}

    private static Outcome consume(Path copy) {
        List<String> reports = new ArrayList<>();
        try (RocksStore store = RocksStore.open(copy, SampleData.SETTINGS, reports::add)) {
            Consumption consumption = new Consumption(store, NOW_NANOS).run();
            reports.addAll(consumption.reports());
            return new Outcome(
                    consumption.received(),
                    reports,
                    store.quarantine().list(Integer.MAX_VALUE),
                    consumption.depth(),
                    consumption.scheduled());
        }
    }

    private static void flipOneBit(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        Files.write(file, bytes);
    }
}
