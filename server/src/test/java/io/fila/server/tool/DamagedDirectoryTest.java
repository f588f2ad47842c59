package io.fila.server.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.server.ConsumerProbe;
import io.fila.server.ServerFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tools say of a data directory in which one bit has changed. */
final class DamagedDirectoryTest {
    private static final int MESSAGES = 20;
    private static final int PAYLOAD_BYTES = 2_000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    @Test
    void doctorNamesADamagedLog() throws Exception {
        Path killed = directory.resolve("killed");
        try (ServerFixture fila = start(directory)) {
            fill(fila);
            // As a kill leaves it: who stops in order leaves nothing in the log.
            copy(directory.resolve("data"), killed);
        }
        String data = killed.toString();
        assertThat(run("doctor", data)).isZero();
        assertThat(printed()).contains("Every record and every block matches its checksum.");
        flipABitOfAPayload(killed.resolve("log"), ".log");

        assertThat(run("doctor", data)).isEqualTo(1);
        assertThat(printed()).contains("Fault: Expected a sound log but ");
    }

    @Test
    void doctorNamesADamagedRecordAndQuarantineShowsWhatWasSetAside() throws Exception {
        // Who stops in order leaves everything in tables, nothing in the log.
        try (ServerFixture fila = start(directory)) {
            fill(fila);
        }
        Path stopped = directory.resolve("data");
        String data = stopped.toString();
        assertThat(run("doctor", data)).isZero();
        flipABitOfAPayload(stopped.resolve("rocksdb"), ".sst");

        assertThat(run("doctor", data)).isEqualTo(1);
        assertThat(printed()).contains("Fault: ");
        assertThat(complained()).startsWith("Error: The directory is damaged; ");

        assertThat(received()).isEqualTo(MESSAGES - 1);
        assertThat(run("quarantine", "list", data)).isZero();
        assertThat(printed().lines()).hasSize(1);
        Path file = directory.resolve("exhibits.json");
        assertThat(run("quarantine", "export", data, file.toString())).isZero();
        assertThat(printed()).isEqualTo("Wrote 1 record to " + file + System.lineSeparator());
        assertThat(Files.readString(file)).startsWith("{\"set_aside_at\":\"").contains("\"value_base64\":\"");
        assertThat(run("quarantine", "export", data, file.toString())).isEqualTo(1);
        assertThat(complained()).contains("Expected to write " + file + " but it is there already");
    }

    private static ServerFixture start(Path directory) throws Exception {
        return ServerFixture.start(directory, Map.of("FILA_STORAGE__DURABILITY", "os"));
    }

    private static void fill(ServerFixture fila) {
        fila.createQueue("orders");
        for (int i = 0; i < MESSAGES; i++) {
            byte[] payload = new byte[PAYLOAD_BYTES];
            new Random(i).nextBytes(payload);
            fila.enqueue(EnqueueRequest.newBuilder()
                    .setQueue("orders")
                    .setPayload(ByteString.copyFrom(payload))
                    .build());
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.copy(file, to.resolve(from.relativize(file).toString()));
            }
        }
    }

    /** Payloads are nearly all there is, so the middle of the largest file is in one. */
    private static void flipABitOfAPayload(Path folder, String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Path largest = files.filter(file -> file.toString().endsWith(suffix))
                    .max(Comparator.comparingLong(file -> file.toFile().length()))
                    .orElseThrow();
            byte[] bytes = Files.readAllBytes(largest);
            int end = bytes.length;
            while (bytes[end - 1] == 0) {
                end--;
            }
            bytes[end / 2] ^= 1;
            Files.write(largest, bytes);
        }
    }

    /** Acks everything that comes; the broker sets the damaged message aside on the way. */
    private int received() throws Exception {
        try (ServerFixture fila = start(directory)) {
            ConsumerProbe consumer = fila.consume("orders");
            int received = 0;
            while (received < MESSAGES - 1) {
                fila.ack("orders", consumer.next());
                received++;
            }
            assertThat(fila.stats("orders").getDepth()).isZero();
            return received;
        }
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        return new Main(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(List.of(words));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
