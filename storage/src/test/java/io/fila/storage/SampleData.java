package io.fila.storage;

import static java.util.Objects.requireNonNull;

import io.fila.core.Limits;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.record.ScheduleChanged;
import io.fila.storage.rocks.Database;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Tables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A directory with one queue, four flows, some leases and scheduled messages, all in table files; to be copied and damaged. */
final class SampleData {
    static final QueueId QUEUE = new QueueId(1);
    static final StorageSettings SETTINGS = StorageSettings.defaults().with(Durability.OS);
    private static final int FLOWS = 3;
    private static final int PER_FLOW = 200;
    private static final int LEASES = 100;
    private static final int SCHEDULED = 150;

    private static final long LONG_AGO = 7;

    /** As long as keys may be. */
    private static final String THROTTLED = "t".repeat(Limits.KEY_BYTES);

    private static final List<String> THROTTLES = IntStream.range(0, Limits.THROTTLE_KEYS)
            .mapToObj(number -> Character.toString('a' + number).repeat(Limits.KEY_BYTES))
            .toList();
    private static final int PER_THROTTLED_FLOW = 10;

    private final Path directory;
    private final Map<MessageId, Body> messages = new HashMap<>();
    private Map<String, Path> tables = Map.of();

    private SampleData(Path directory) {
        this.directory = directory;
    }

    static SampleData in(Path directory) {
        SampleData sample = new SampleData(directory);
        try (RocksStore store = RocksStore.open(directory, SETTINGS, SampleData::unexpected)) {
            store.commit(sample.records());
        }
        try (Database database = openDatabase(directory)) {
            sample.tables = Tables.of(database);
        }
        return sample;
    }

    static Database openDatabase(Path directory) {
        return Database.open(directory.resolve("rocksdb"), SETTINGS.allowance(), SampleData::unexpected);
    }

    private static void unexpected(String report) {
        throw new AssertionError(report);
    }

    private List<Record> records() {
        List<Record> records = new ArrayList<>();
        records.add(new QueueCreated(QUEUE, new QueueName("orders"), QueueConfig.DEFAULT, false));
        for (int flow = 0; flow < FLOWS; flow++) {
            String key = "tenant" + flow;
            for (int position = 0; position < PER_FLOW; position++) {
                records.add(accept(key, new Place.Ready(QUEUE, key, "", position)));
            }
            records.add(new LaneChanged(QUEUE, key, "", 1, PER_FLOW, PER_FLOW - 1));
        }
        String lane = THROTTLES.stream().map(key -> key.length() + ":" + key).collect(Collectors.joining());
        for (int position = 0; position < PER_THROTTLED_FLOW; position++) {
            records.add(
                    accept(new Scheduling(THROTTLED, 1, THROTTLES), new Place.Ready(QUEUE, THROTTLED, lane, position)));
        }
        records.add(new LaneChanged(QUEUE, THROTTLED, lane, 1, PER_THROTTLED_FLOW, PER_THROTTLED_FLOW - 1));
        for (int lease = 0; lease < LEASES; lease++) {
            records.add(accept("tenant0", new Place.Leased(QUEUE, LONG_AGO, LONG_AGO)));
        }
        for (int scheduled = 0; scheduled < SCHEDULED; scheduled++) {
            records.add(accept("tenant1", new Place.Scheduled(QUEUE, LONG_AGO + scheduled)));
        }
        records.add(new ScheduleChanged(QUEUE, SCHEDULED));
        return records;
    }

    private Record accept(String key, Place place) {
        return accept(new Scheduling(key, 1, List.of()), place);
    }

    private Record accept(Scheduling scheduling, Place place) {
        int number = messages.size();
        // Ids are far apart, as real ones: one flipped bit does not make another message's of them.
        MessageId id = new MessageId(1, number * 0x9E3779B97F4A7C15L);
        Envelope envelope = new Envelope(id, scheduling, LONG_AGO);
        Body body = new Body(("body " + number + ' ').repeat(20).getBytes(StandardCharsets.UTF_8));
        messages.put(envelope.id(), body);
        return new MessageMoved(envelope, 0, body, Place.NOWHERE, place);
    }

    Map<MessageId, Body> messages() {
        return messages;
    }

    /** The table file of one kind of record. */
    Path table(Family family) {
        return requireNonNull(tables.get(family.title()));
    }

    List<Path> tables() {
        return tables.values().stream().sorted().toList();
    }

    /** Flips a bit where a text stands for the first time in a table file: in a record. */
    static void flipBitIn(String text, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text)] ^= 1;
        Files.write(file, bytes);
    }

    Path copyTo(Path copy) throws IOException {
        Files.createDirectories(copy.resolve("rocksdb"));
        Files.copy(directory.resolve("format"), copy.resolve("format"));
        try (Stream<Path> files = Files.list(directory.resolve("rocksdb"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, copy.resolve("rocksdb").resolve(file.getFileName()));
            }
        }
        return copy;
    }
}
