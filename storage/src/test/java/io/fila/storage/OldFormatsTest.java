package io.fila.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.access.ApiKey;
import io.fila.core.access.KeyLimits;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.access.Secret;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
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
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.TokenBucket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Data directories of every format so far, as the broker of that time wrote them, are read as what they were. A new format
 * gets a fixture of its own, written with {@code -Dfila.formats=write}; those of older ones are never written again.
 */
final class OldFormatsTest {
    private static final Path FIXTURES = Path.of("src/test/resources/formats");
    private static final QueueId QUEUE = new QueueId(1);
    private static final MessageId PENDING = new MessageId(0x0192_0000_0000_7000L, 1);
    private static final MessageId LEASED = new MessageId(0x0192_0000_0000_7000L, 2);
    private static final MessageId SCHEDULED = new MessageId(0x0192_0000_0000_7000L, 3);
    private static final Body BODY = new Body("a body".getBytes(StandardCharsets.UTF_8));

    /** Its fixture was written before there were keys. */
    private static final String WITHOUT_KEYS = "2";

    private static final long MOMENT = 1_767_225_600_000_000_000L;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"2", "3", "4"})
    void directoryOfAnOldFormatIsReadAsWhatItWas(String format) throws Exception {
        unpack(FIXTURES.resolve(format + ".zip"), directory);
        assertThat(directory.resolve("format")).hasContent(format);
        List<Record> found = new ArrayList<>();
        List<String> reports = new ArrayList<>();
        try (Examination examination = Examination.of(directory)) {
            assertThat(examination.run().faults()).isEmpty();
        }

        try (RocksStore store = RocksStore.open(directory, SampleData.SETTINGS, reports::add)) {
            store.recover(found::add);

            assertThat(directory.resolve("format")).hasContent("4");
            assertThat(reports).isEmpty();
            assertThat(found)
                    .containsAll(records().stream()
                            .filter(known -> !(known instanceof MessageMoved))
                            .toList());
            assertThat(found)
                    .filteredOn(MessageMoved.class::isInstance)
                    .singleElement()
                    .isInstanceOfSatisfying(
                            MessageMoved.class,
                            lease -> assertThat(lease.envelope().id()).isEqualTo(LEASED));
            assertThat(store.page(QUEUE, "acme", "", -1, 10).messages())
                    .singleElement()
                    .satisfies(message -> assertThat(message.id()).isEqualTo(PENDING));
            if (!format.equals(WITHOUT_KEYS)) {
                assertThat(found).containsAll(keys());
            }
            for (MessageId id : List.of(PENDING, LEASED, SCHEDULED)) {
                assertThat(store.body(QUEUE, id)).isEqualTo(BODY);
            }
        }
    }

    @Test
    void presentFormatHasItsFixture() throws Exception {
        Path present = directory.resolve("new");
        String format;
        try (RocksStore store = RocksStore.open(present, SampleData.SETTINGS, report -> {})) {
            store.commit(records());
            store.commit(keys());
            format = Files.readString(present.resolve("format")).strip();
            if ("write".equals(System.getProperty("fila.formats"))) {
                // As a kill leaves it: with everything in the log.
                pack(present, FIXTURES.resolve(format + ".zip"));
            }
        }

        assertThat(FIXTURES.resolve(format + ".zip")).exists();
    }

    /** One of everything. */
    private static List<Record> records() {
        QueueConfig config = new QueueConfig(
                Duration.ofSeconds(45),
                "function on_enqueue(msg) return {} end",
                "function on_failure(msg) return { action = 'dlq' } end",
                7,
                QueueConfig.ScriptFallback.LAST_GOOD,
                Duration.ofMillis(20),
                2_000_000);
        Scheduling scheduling = new Scheduling("acme", 3, List.of("smtp"));
        return List.of(
                new QueueCreated(QUEUE, new QueueName("orders"), config, false),
                new QueueCreated(new QueueId(2), new QueueName("orders.dlq"), QueueConfig.DEFAULT, true),
                new ConfigChanged("throttle.smtp", "5,10"),
                new BucketChanged("smtp", new Rate(5, 10), new TokenBucket.Level(3, 1, MOMENT), MOMENT + 1),
                new MessageMoved(
                        new Envelope(PENDING, new Scheduling("acme", 3, List.of()), MOMENT, MOMENT + 9, "key", null),
                        2,
                        BODY,
                        Place.NOWHERE,
                        new Place.Ready(QUEUE, "acme", "", 5)),
                new LaneChanged(QUEUE, "acme", "", 3, 1, 5),
                new MessageMoved(
                        new Envelope(LEASED, scheduling, MOMENT),
                        1,
                        BODY,
                        Place.NOWHERE,
                        new Place.Leased(QUEUE, 11, MOMENT + 30)),
                new MessageMoved(
                        new Envelope(SCHEDULED, scheduling, MOMENT),
                        0,
                        BODY,
                        Place.NOWHERE,
                        new Place.Scheduled(QUEUE, MOMENT + 60)),
                new ScheduleChanged(QUEUE, 1),
                new DeliveryPaused(QUEUE, "slow", true),
                new DedupChanged(QUEUE, "key", PENDING, 0));
    }

    private static List<Record> keys() {
        ApiKey token = new ApiKey(
                "0f",
                "billing",
                1,
                2,
                false,
                List.of(Permission.of(PermissionKind.ADMIN, "orders.*"), Permission.of(PermissionKind.PRODUCE, "*")),
                List.of(new Secret("digest", 0), new Secret("the one before", 3)),
                new KeyLimits(4, 5, 6),
                7,
                "");
        ApiKey certificate = ApiKey.freshForCertificate("10", "billing", 0, true, "billing.example");
        return List.of(new KeyChanged(token.id(), token), new KeyChanged(certificate.id(), certificate));
    }

    private static void pack(Path from, Path zip) throws IOException {
        try (OutputStream file = Files.newOutputStream(zip);
                ZipOutputStream out = new ZipOutputStream(file);
                Stream<Path> files = Files.walk(from).sorted(Comparator.naturalOrder())) {
            for (Path each : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                String name = from.relativize(each).toString();
                if (!name.startsWith("native") && !name.contains("LOG") && !name.endsWith("lock")) {
                    out.putNextEntry(new ZipEntry(name));
                    Files.copy(each, out);
                }
            }
        }
    }

    private static void unpack(Path zip, Path to) throws IOException {
        try (InputStream file = Files.newInputStream(zip);
                ZipInputStream in = new ZipInputStream(file)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path target = to.resolve(entry.getName());
                Files.createDirectories(target.getParent());
                Files.copy(in, target);
            }
        }
    }
}
