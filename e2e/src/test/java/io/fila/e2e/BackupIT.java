package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.Deliveries;
import io.fila.client.Delivery;
import io.fila.client.FilaClient;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.error.InvalidRequest;
import io.fila.client.error.PreconditionFailed;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.DataTool;
import io.fila.e2e.program.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A backup is everything as it was at a moment, made while the broker works, and opens as a data directory. */
class BackupIT {
    private static final int BEFORE = 500;
    private static final Duration SOON = Duration.ofMillis(100);

    @TempDir
    Path directory;

    @Test
    void restoredBackupHoldsEverythingConfirmedBeforeItAndNothingTwice() throws IOException, InterruptedException {
        Set<String> confirmed = new ConcurrentSkipListSet<>();
        Set<String> before;
        Path backup = directory.resolve("backup");
        try (BrokerProcess broker = BrokerProcess.in(directory).start();
                FilaClient client = FilaClient.connect(broker.address())) {
            client.admin().createQueue("orders");
            client.admin().setConfig("throttle.smtp", "5,10");
            AtomicBoolean enough = new AtomicBoolean();
            Thread load = Thread.startVirtualThread(() -> produce(client, confirmed, enough));
            while (confirmed.size() < BEFORE) {
                Thread.onSpinWait();
            }
            before = new TreeSet<>(confirmed);

            assertThat(client.admin().backup(backup.toString())).isPositive();

            enough.set(true);
            load.join();
            broker.kill();
        }

        DataTool.run(directory, "restore", "backup", "restored/data").printed();
        assertThat(DataTool.run(directory, "doctor", "restored/data").printed()).contains("Every record");
        assertThat(DataTool.run(directory, "quarantine", "list", "restored/data")
                        .printed())
                .contains("The quarantine is empty.");
        try (BrokerProcess restored =
                        BrokerProcess.in(directory.resolve("restored")).start();
                FilaClient client = FilaClient.connect(restored.address())) {
            assertThat(client.admin().config("throttle.smtp")).isEqualTo("5,10");
            List<String> received = drain(client);

            assertThat(received).doesNotHaveDuplicates().containsAll(before);
            assertThat(confirmed).containsAll(received);
        }
        assertThat(backup.resolve("rocksdb")).isNotEmptyDirectory();
    }

    @Test
    void backupThatCanNotBeMadeIsRefusedWithASentenceAndLeavesNothing() throws IOException, InterruptedException {
        Path taken = Files.createDirectory(directory.resolve("taken"));
        Files.writeString(taken.resolve("file"), "something");
        Path impossible =
                Files.writeString(directory.resolve("file"), "not a directory").resolve("backup");
        try (BrokerProcess broker = BrokerProcess.in(directory).start();
                FilaClient client = FilaClient.connect(broker.address())) {
            assertThatThrownBy(() -> client.admin().backup("relative")).isInstanceOf(InvalidRequest.class);
            assertThatThrownBy(() -> client.admin().backup(taken.toString()))
                    .isInstanceOf(PreconditionFailed.class)
                    .hasMessageContaining("something is there");
            assertThatThrownBy(() -> client.admin().backup(impossible.toString()))
                    .isInstanceOf(PreconditionFailed.class);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).noneMatch(file -> file.toString().contains("unfinished"));
        }
    }

    @Test
    void dataThatIsNoneIsRefusedByEveryTool() throws InterruptedException {
        assertThat(DataTool.run(directory, "doctor", "nowhere").sentence(Finished.REFUSED))
                .contains("nowhere");
        assertThat(DataTool.run(directory, "quarantine", "list", "nowhere").sentence(Finished.REFUSED))
                .contains("nowhere");
        assertThat(DataTool.run(directory, "restore", "nowhere", "data").sentence(Finished.REFUSED))
                .contains("nowhere");
        assertThat(directory).isEmptyDirectory();
    }

    private static void produce(FilaClient client, Set<String> confirmed, AtomicBoolean enough) {
        try (Producer producer = client.producer()) {
            for (int i = 0; !enough.get(); i++) {
                String text = "message " + i;
                producer.send("orders", Outgoing.of(text).withFairnessKey("tenant " + i % 7));
                confirmed.add(text);
            }
        }
    }

    private static List<String> drain(FilaClient client) throws InterruptedException {
        List<String> received = new ArrayList<>();
        try (Deliveries deliveries = client.consume("orders")) {
            do {
                for (Delivery next = deliveries.poll(SOON); next != null; next = deliveries.poll(SOON)) {
                    received.add(next.text());
                    next.ack();
                }
            } while (client.admin().stats("orders").depth() > 0);
        }
        return received;
    }
}
