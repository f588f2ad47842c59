package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.Finished;
import io.fila.e2e.program.FreePort;
import io.fila.e2e.wire.PlainClient;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line, as a person types it. */
class CliIT {
    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static PlainClient client;
    private static Cli fila;

    @BeforeAll
    static void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory).start();
        client = PlainClient.of(broker.address());
        fila = Cli.of(directory, broker.address());
    }

    @AfterAll
    static void stopBroker() {
        client.close();
        broker.close();
    }

    @Test
    void queueLivesFromCreateToDelete() throws InterruptedException {
        assertThat(fila.run("queue", "create", "orders", "--visibility-timeout", "5000")
                        .printed())
                .isEqualTo("Created queue \"orders\"\n");
        String first = fila.run("enqueue", "orders", "--header", "tenant=acme", "from an argument")
                .printed()
                .strip();
        String second =
                fila.fed("from standard input", "enqueue", "orders").printed().strip();
        assertThat(fila.run("queue", "list").printed().lines().toList())
                .anySatisfy(line ->
                        assertThat(line.split("\\s+")).containsExactly("NAME", "DEPTH", "IN_FLIGHT", "CONSUMERS"))
                .anySatisfy(line -> assertThat(line.split("\\s+")).containsExactly("orders", "2", "0", "0"));
        assertThat(fila.run("queue", "inspect", "orders").printed().lines().map(String::strip))
                .contains("Queue: orders")
                .anyMatch(line -> line.matches("Depth:\\s+2"))
                .anyMatch(line -> line.matches("In-flight:\\s+0"))
                .anyMatch(line -> line.matches("Active fairness keys:\\s+1"))
                .anyMatch(line -> line.matches("Active consumers:\\s+0"))
                .anyMatch(line -> line.matches("Quantum:\\s+1000"))
                .anyMatch(line -> line.matches("KEY\\s+PENDING\\s+DEFICIT\\s+WEIGHT"));
        assertThat(fila.run("consume", "orders", "--ack", "--count", "2").printed())
                .contains(first, "from an argument", "tenant", "acme", second, "from standard input");
        assertThat(client.stats("orders").getDepth()).isZero();
        assertThat(client.stats("orders").getInFlight()).isZero();
        assertThat(fila.run("queue", "delete", "orders").printed()).isEqualTo("Deleted queue \"orders\"\n");
        assertThat(fila.run("queue", "list").printed()).doesNotContain("orders");
    }

    @Test
    void jsonTellsTheSame() throws InterruptedException {
        assertThat(fila.run("--output", "json", "queue", "create", "as-json").printed())
                .startsWith("{");
        String id = fila.run("enqueue", "as-json", "payload").printed().strip();

        assertThat(fila.run("queue", "list", "--output", "json").printed())
                .containsPattern("\"name\":\\s*\"as-json\"")
                .containsPattern("\"depth\":\\s*1");
        assertThat(fila.run("queue", "inspect", "as-json", "--output", "json").printed())
                .containsPattern("\"active_fairness_keys\":\\s*1");
        assertThat(fila.run("consume", "as-json", "--ack", "--count", "1", "--output", "json")
                        .printed())
                .containsPattern("\"id\":\\s*\"" + id + "\"")
                .containsPattern("\"payload\":\\s*\"payload\"");
    }

    @Test
    void duplicateHasTheIdOfTheFirstAndIsCalledOne() throws InterruptedException {
        fila.run("queue", "create", "once").printed();
        String first = fila.run("enqueue", "once", "--dedup-key", "17", "one")
                .printed()
                .strip();

        Finished again = fila.run("enqueue", "once", "--dedup-key", "17", "two");

        assertThat(again.printed().strip()).isEqualTo(first);
        assertThat(again.err()).contains("already has a message with this dedup key");
        assertThat(fila.run("enqueue", "once", "--dedup-key", "17", "three", "--output", "json")
                        .printed())
                .containsPattern("\"duplicate\":\\s*true");
    }

    @Test
    void consumeWithoutAckLeavesTheLease() throws InterruptedException {
        fila.run("queue", "create", "unacked").printed();
        fila.run("enqueue", "unacked", "stays").printed();

        assertThat(fila.run("consume", "unacked", "--count", "1").printed()).contains("stays");

        assertThat(client.stats("unacked").getInFlight()).isEqualTo(1);
    }

    @Test
    void refusalIsOneSentenceAndExitCodeOne() throws InterruptedException {
        assertThat(fila.run("queue", "delete", "nowhere").sentence(Finished.REFUSED))
                .contains("nowhere");
        assertThat(fila.run("enqueue", "nowhere", "payload").sentence(Finished.REFUSED))
                .contains("nowhere");
        assertThat(fila.run("consume", "nowhere", "--count", "1").sentence(Finished.REFUSED))
                .contains("nowhere");
    }

    @Test
    void wrongUsageIsExitCodeTwo() throws InterruptedException {
        assertThat(fila.run("queue", "creat", "x").exitCode()).isEqualTo(Finished.MISUSED);
        assertThat(fila.run("queue", "create").exitCode()).isEqualTo(Finished.MISUSED);
        assertThat(fila.run("consume", "x", "--count", "many").exitCode()).isEqualTo(Finished.MISUSED);
    }

    @Test
    void unreachableBrokerIsOneSentenceAndExitCodeOne() throws InterruptedException {
        String nobody = "127.0.0.1:" + FreePort.any();

        assertThat(fila.run("--addr", "http://" + nobody, "queue", "list").sentence(Finished.REFUSED))
                .contains(nobody);
    }

    @Test
    void versionAndHelpNeedNoBroker() throws InterruptedException {
        Cli alone = Cli.of(directory, "127.0.0.1:" + FreePort.any());

        assertThat(alone.run("--version").printed()).contains("fila");
        assertThat(alone.run("--help").printed()).contains("enqueue", "consume", "queue");
    }
}
