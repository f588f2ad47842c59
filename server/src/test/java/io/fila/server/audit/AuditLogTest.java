package io.fila.server.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditLogTest {
    private static final int MANY = 1_000;

    @TempDir
    Path directory;

    @Test
    void entryIsAJsonObjectInAFileForItsOwnerAlone() throws IOException {
        Path file = directory.resolve("below/audit.jsonl");
        try (AuditLog log = open(file, 1 << 20, 3)) {
            log.record(new AuditEntry(
                    "bill\"ing",
                    "00ff",
                    "10.0.0.1:99",
                    "fila.v1.FilaAdmin/SetAcl",
                    new AuditSubject(List.of("a", "b"), "11ee", "produce:a"),
                    "OK"));
        }

        assertThat(Files.readAllLines(file))
                .singleElement()
                .asString()
                .matches("\\{\"time\":\"\\d{4}-[^\"]+Z\",\"principal\":\"bill\\\\\"ing\",\"key_id\":\"00ff\","
                        + "\"from\":\"10.0.0.1:99\",\"call\":\"fila.v1.FilaAdmin/SetAcl\",\"queues\":\\[\"a\",\"b\"],"
                        + "\"key\":\"11ee\",\"detail\":\"produce:a\",\"result\":\"OK\"}");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void filesAreBoundedInSizeAndNumberAndGoOnWhereTheyWere() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        for (int start = 0; start < 5; start++) {
            try (AuditLog log = open(file, 4_096, 3)) {
                for (int i = 0; i < MANY / 5; i++) {
                    log.record(entry("q" + start + "-" + i));
                }
            }
        }

        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .containsExactlyInAnyOrder("audit.jsonl", "audit.jsonl.1", "audit.jsonl.2");
        }
        assertThat(Files.readString(file)).contains("q4-199");
    }

    @Test
    void lineThatWasCutOffEndsBeforeTheNext() throws IOException {
        Path file = Files.writeString(directory.resolve("audit.jsonl"), "{\"time\":\"20");
        try (AuditLog log = open(file, 1 << 20, 3)) {
            log.record(entry("q"));
        }

        assertThat(Files.readAllLines(file)).hasSize(2).first().isEqualTo("{\"time\":\"20");
    }

    @Test
    void fullDiskAndAFileThatCantBeWrittenStopNobodyAndAreCounted() throws IOException {
        Path notADirectory = Files.writeString(directory.resolve("file"), "");
        for (Path file : List.of(Path.of("/dev/full"), notADirectory.resolve("audit.jsonl"))) {
            AuditLog log = open(file, 1 << 20, 3);
            for (int i = 0; i < MANY; i++) {
                if (log.keepPlace()) {
                    log.recordKept(entry("q"));
                }
            }
            log.close();

            assertThat(log.lost()).isEqualTo(MANY);
        }
    }

    @Test
    void fileThatCanBeWrittenAgainSaysWhatIsMissing() throws IOException {
        Path directoryInTheWay = Files.createDirectory(directory.resolve("audit.jsonl"));
        try (AuditLog log = open(directoryInTheWay, 1 << 20, 3)) {
            log.record(entry("lost"));
            await().until(() -> log.lost() == 1);
            Files.delete(directoryInTheWay);
            // Some are lost on the way, as long as the file is left alone.
            await().until(() -> {
                log.record(entry("kept"));
                return Files.exists(directoryInTheWay);
            });
        }

        List<String> lines = Files.readAllLines(directoryInTheWay);
        assertThat(lines.getFirst()).contains("\"lost\":");
        assertThat(lines.get(1)).contains("kept");
    }

    @Test
    void administrationWithoutAPlaceDoesNotBeginAndOtherEntriesAreLeftOut() throws IOException {
        try (AuditLog log = open(directory.resolve("audit.jsonl"), 1 << 20, 3)) {
            for (int i = 0; i < AuditLog.PLACES_FOR_ADMINISTRATION; i++) {
                assertThat(log.keepPlace()).isTrue();
            }
            assertThat(log.keepPlace()).isFalse();

            log.recordKept(entry("q"));
            await().until(log::keepPlace);
        }
    }

    @Test
    void floodOfDeniedCallsDoesNotPushAllElseOut() throws IOException {
        Path file = directory.resolve("audit.jsonl");
        AuditLog log = open(file, 1 << 20, 3);
        for (int i = 0; i < MANY; i++) {
            log.recordDenied(entry("q"));
        }
        log.close();

        long recorded = Files.readAllLines(file).stream()
                .filter(line -> line.contains("result"))
                .count();
        assertThat(recorded).isBetween(1L, MANY / 2L);
        assertThat(recorded + log.lost()).isEqualTo(MANY);
    }

    private static AuditLog open(Path file, long bytes, int files) {
        return AuditLog.open(new AuditSettings(file, true, true, bytes, files), Clock.systemUTC());
    }

    private static AuditEntry entry(String queue) {
        return new AuditEntry("p", "", "here", "call", AuditSubject.ofQueue(queue), "OK");
    }
}
