package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.DamagedException;
import io.fila.core.journal.Journal;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.DedupChanged;
import io.fila.core.record.DeliveryPaused;
import io.fila.core.record.KeyChanged;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.core.record.Snapshot;
import io.fila.core.schedule.Moment;
import io.fila.storage.log.Device;
import io.fila.storage.rocks.Gathering;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The store on disk and the journal in memory live through the same lives and must tell the same at every moment. */
final class RocksStoreAgainstMemoryTest {
    private static final int SEEDS = 12;
    private static final int STEPS = 400;
    private static final int STEPS_BETWEEN_LOOKS = 20;
    private static final int STEPS_BETWEEN_RESTARTS = 75;

    /** With some, changes are applied only when asked; with others, what is full waits and some of it is taken back. */
    private static final List<Gathering> GATHERINGS = List.of(
            Gathering.of(StorageSettings.defaults().allowance()),
            new Gathering(10, Long.MAX_VALUE, 0),
            new Gathering(10, Long.MAX_VALUE, 3),
            new Gathering(30, Long.MAX_VALUE, 2));

    /** So that some of what there is has been applied, some is being applied and some is only in the log. */
    private static final int COMMITS_BETWEEN_APPLYING = 15;

    private static final int FEW_BYTES = 1000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void tellsWhatTheMemoryJournalTellsThroughRandomLives() throws DamagedException {
        for (long seed = 0; seed < SEEDS; seed++) {
            try (Twins twins =
                    new Twins(directory.resolve("seed-" + seed), GATHERINGS.get((int) seed % GATHERINGS.size()))) {
                RandomLife life = new RandomLife(seed, twins, twins.memory);
                for (int step = 1; step <= STEPS; step++) {
                    life.step();
                    if (step % STEPS_BETWEEN_LOOKS == 0) {
                        twins.compare("seed " + seed + ", step " + step);
                    }
                    if (step % STEPS_BETWEEN_RESTARTS == 0) {
                        Snapshot before = life.snapshot();
                        twins.reopen(step % (2 * STEPS_BETWEEN_RESTARTS) == 0);
                        twins.compare("seed " + seed + ", reopened after step " + step);
                        life.restart(twins.disk);
                        assertThat(life.snapshot())
                                .as("seed %d, step %d", seed, step)
                                .isEqualTo(before);
                    }
                }
            }
        }
    }

    /** Commits everything twice; recovers from disk. */
    private static final class Twins implements Journal, AutoCloseable {
        private final Path directory;
        private final MemoryJournal memory = new MemoryJournal();
        private final Set<MessageId> seen = new HashSet<>();
        private final Gathering gathering;
        private RocksStore disk;
        private int commits;
        private int copies;
        private Path place;

        Twins(Path directory, Gathering gathering) {
            this.directory = directory;
            this.gathering = gathering;
            this.place = directory.resolve("first");
            this.disk = open(place);
        }

        private RocksStore open(Path place) {
            return RocksStore.open(
                    place, StorageSettings.defaults().with(Durability.OS), Device.DISK, gathering, report -> {
                        throw new AssertionError(report);
                    });
        }

        /** @param crash as after a crash: what was not applied is replayed from the log */
        void reopen(boolean crash) {
            Path next = crash ? directory.resolve("copy-" + copies++) : place;
            if (crash) {
                var _ = disk.backup(next);
            }
            disk.close();
            place = next;
            disk = open(place);
        }

        @Override
        public void recover(Consumer<Record> reader) {
            disk.recover(reader);
        }

        @Override
        public long append(List<Record> records) {
            memory.commit(records);
            disk.commit(records);
            if (++commits % COMMITS_BETWEEN_APPLYING == 0 && gathering.equals(GATHERINGS.getFirst())) {
                disk.reclaim();
            }
            for (Record change : records) {
                if (change instanceof MessageMoved moved) {
                    seen.add(moved.envelope().id());
                }
            }
            return commits;
        }

        @Override
        public long confirm() {
            return commits;
        }

        @Override
        public long durable(boolean idle) {
            return commits;
        }

        void compare(String when) throws DamagedException {
            List<Record> expected = new ArrayList<>();
            List<Record> found = new ArrayList<>();
            memory.recover(expected::add);
            disk.recover(found::add);
            assertThat(found).as(when).containsExactlyInAnyOrderElementsOf(expected);
            assertThat(found)
                    .as("%s: keys, settings, buckets, queues, lanes, schedules, leases", when)
                    .isSortedAccordingTo((left, right) -> Integer.compare(rank(left), rank(right)));
            for (Record each : expected) {
                if (each instanceof LaneChanged lane) {
                    comparePages(lane, when);
                } else if (each instanceof QueueCreated queue) {
                    compareBodies(queue.id(), when);
                    compareSchedules(queue.id(), when);
                    compareShelves(queue.id(), when);
                }
            }
        }

        private static int rank(Record each) {
            return switch (each) {
                case KeyChanged key -> -1;
                case ConfigChanged setting -> 0;
                case BucketChanged bucket -> 1;
                case QueueCreated queue -> 2;
                case LaneChanged lane -> 3;
                case ScheduleChanged schedule -> 4;
                case DeliveryPaused pause -> 5;
                case DedupChanged dedup -> 6;
                default -> 7;
            };
        }

        private void compareShelves(QueueId queue, String when) {
            for (PlaceKind kind : PlaceKind.values()) {
                for (String key : List.of("", "b")) {
                    List<String> expected = new ArrayList<>();
                    memory.browse(queue, kind, key, "", Integer.MAX_VALUE)
                            .messages()
                            .forEach(message -> expected.add(message.toString() + message.envelope()));
                    assertThat(browsed(queue, kind, key))
                            .as("%s, %s of key \"%s\"", when, kind, key)
                            .containsExactlyInAnyOrderElementsOf(expected);
                }
            }
        }

        private List<String> browsed(QueueId queue, PlaceKind kind, String key) {
            List<String> found = new ArrayList<>();
            String next = "";
            do {
                MessagePage page = disk.browse(queue, kind, key, next, 3);
                page.messages().forEach(message -> found.add(message.toString() + message.envelope()));
                next = page.next();
            } while (!next.isEmpty());
            return found;
        }

        private void comparePages(LaneChanged lane, String when) {
            long after = -1;
            Page page;
            do {
                Page expected = memory.page(lane.queue(), lane.fairnessKey(), lane.lane(), after, 4);
                page = disk.page(lane.queue(), lane.fairnessKey(), lane.lane(), after, 4);
                assertThat(spell(page)).as(when).isEqualTo(spell(expected));
                after = page.readThrough();
            } while (!page.messages().isEmpty());
        }

        private static String spell(Page page) {
            StringBuilder text = new StringBuilder();
            page.messages()
                    .forEach(message ->
                            text.append(message).append(message.envelope()).append('\n'));
            return text.append(page.damagedPositions())
                    .append(page.readThrough())
                    .append(page.complete())
                    .toString();
        }

        private void compareSchedules(QueueId queue, String when) {
            Moment after = Moment.BEFORE_ALL;
            SchedulePage page;
            do {
                SchedulePage expected = memory.schedule(queue, after, 3);
                page = disk.schedule(queue, after, 3);
                assertThat(page.messages().keySet())
                        .as(when)
                        .containsExactlyElementsOf(expected.messages().keySet());
                assertThat(page.messages().values().stream().map(Message::attempts))
                        .as(when)
                        .containsExactlyElementsOf(expected.messages().values().stream()
                                .map(Message::attempts)
                                .toList());
                assertThat(page.complete()).as(when).isEqualTo(expected.complete());
                after = page.messages().isEmpty() ? after : page.messages().lastKey();
            } while (!page.complete());
        }

        private void compareBodies(QueueId queue, String when) throws DamagedException {
            for (MessageId id : seen) {
                assertThat(disk.body(queue, id)).as(when).isEqualTo(memory.body(queue, id));
            }
            List<MessageId> all = List.copyOf(seen);
            List<@Nullable Body> expected = memory.bodies(queue, all, Long.MAX_VALUE);
            compareTogether(all, expected, disk.bodies(queue, all, Long.MAX_VALUE), when);
            List<@Nullable Body> few = disk.bodies(queue, all, FEW_BYTES);
            compareTogether(all, expected.subList(0, few.size()), few, when);
            assertThat(few.isEmpty()).as(when).isEqualTo(all.isEmpty());
        }

        /** One that is missing may only have been on its way to RocksDB. */
        private void compareTogether(
                List<MessageId> ids, List<@Nullable Body> expected, List<@Nullable Body> found, String when) {
            assertThat(found).as(when).hasSameSizeAs(expected);
            for (int i = 0; i < found.size(); i++) {
                if (found.get(i) != null) {
                    assertThat(found.get(i)).as("%s, %s", when, ids.get(i)).isEqualTo(expected.get(i));
                }
            }
        }

        @Override
        public void close() {
            disk.close();
        }
    }
}
