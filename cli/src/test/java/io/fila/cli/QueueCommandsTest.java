package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Outgoing;
import io.fila.proto.v1.WaitsFor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

final class QueueCommandsTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @TempDir
    private Path directory;

    @Test
    void createSaysWhatItCreated() {
        assertThat(fila.run("queue", "create", "orders")).isEqualTo("Created queue \"orders\"\n");
        assertThat(fila.run("queue", "create", "mail", "--output", "json"))
                .isEqualTo("{\"queue\":\"mail\",\"created\":true}\n");
        assertThat(fila.broker().config("orders").getVisibilityTimeoutMs()).isZero();
    }

    @Test
    void createSaysOnStderrWhatHappensToFailures() {
        assertThat(hint("a", "--retry-backoff", "100", "--retry-backoff-max", "60000"))
                .isEqualTo("A message that fails is retried after 100 ms, then twice as long each time up to 60000 ms,"
                        + " forever; with --max-attempts N it goes to \"a.dlq\" after N failures.\n");
        assertThat(hint("b", "--retry-backoff", "0", "--max-attempts", "5"))
                .isEqualTo("A message that fails is retried at once, and goes to \"b.dlq\" after 5 failures.\n");
        assertThat(hint("c", "--retry-backoff", "50", "--on-failure", "function on_failure(msg) end"))
                .isEqualTo("A message that fails is judged by on_failure.\n");
        assertThat(hint("d.dlq", "--retry-backoff", "50")).isEqualTo("A message that fails is retried after 50 ms.\n");
    }

    private String hint(String queue, String... options) {
        FakeTerminal terminal = fila.terminal();
        String[] typed = Stream.concat(Stream.of("queue", "create", queue), Stream.of(options))
                .toArray(String[]::new);
        assertThat(new Shell(terminal).run(typed)).isZero();
        assertThat(terminal.printed()).isEqualTo("Created queue \"" + queue + "\"\n");
        return terminal.complained();
    }

    @Test
    void createSendsScriptsAsTheyAreAndAsTheirFilesHaveThem() throws IOException {
        Path file = directory.resolve("retry.lua");
        Files.writeString(file, "function on_failure(msg)\n  return { action = 'retry' }\nend\n");

        fila.run(
                "queue",
                "create",
                "orders",
                "--on-enqueue",
                "function on_enqueue(msg) end",
                "--on-failure=@" + file,
                "--visibility-timeout",
                "60000");

        assertThat(fila.broker().config("orders").getOnEnqueueScript()).isEqualTo("function on_enqueue(msg) end");
        assertThat(fila.broker().config("orders").getOnFailureScript()).isEqualTo(Files.readString(file));
        assertThat(fila.broker().config("orders").getVisibilityTimeoutMs()).isEqualTo(60_000);
    }

    @Test
    void createRefusesAScriptFileThatIsNotThere() {
        assertThat(fila.misused("queue", "create", "orders", "--on-enqueue", "@nowhere.lua"))
                .startsWith("Error: Expected a readable UTF-8 file of Lua but can't read \"nowhere.lua\"");
    }

    @Test
    void createRefusesAStrangeVisibilityTimeout() {
        assertThat(fila.misused("queue", "create", "orders", "--visibility-timeout", "soon"))
                .isEqualTo("""
                        Error: Expected --visibility-timeout to be a time such as 500ms, 5s, 2m, 1h or 7d, of at least 0ms, but found "soon"
                        Try "fila queue create --help".
                        """);
        assertThat(fila.misused("queue", "create", "orders", "--visibility-timeout", "-1"))
                .contains("of at least 0ms, but found \"-1\"");
    }

    @Test
    void createSaysWhatTheBrokerRefused() {
        fila.run("queue", "create", "orders");

        assertThat(fila.refused("queue", "create", "orders")).isEqualTo("Error: queue \"orders\" exists already\n");
        assertThat(fila.refused("queue", "create", "")).isEqualTo("Error: queue must not be empty\n");
    }

    @Test
    void deleteSaysWhatItDeleted() {
        fila.run("queue", "create", "orders");
        fila.run("queue", "create", "mail");

        assertThat(fila.run("queue", "delete", "orders")).isEqualTo("Deleted queue \"orders\"\n");
        assertThat(fila.run("queue", "delete", "mail", "--output=json"))
                .isEqualTo("{\"queue\":\"mail\",\"deleted\":true}\n");
        assertThat(fila.refused("queue", "delete", "orders")).isEqualTo("Error: queue \"orders\" does not exist\n");
    }

    @Test
    void listOfNothing() {
        assertThat(fila.run("queue", "list")).isEqualTo("No queues found.\n");
        assertThat(fila.run("queue", "list", "--output", "json")).isEqualTo("{\"queues\":[]}\n");
    }

    @Test
    void listIsATable() {
        fila.run("queue", "create", "orders");
        fila.run("queue", "create", "a-queue-with-a-long-name");
        for (int i = 0; i < 12; i++) {
            fila.client().enqueue("orders", Outgoing.of("message " + i));
        }

        assertThat(fila.run("queue", "list")).isEqualTo("""
                        NAME                      DEPTH  IN_FLIGHT  CONSUMERS
                        a-queue-with-a-long-name      0          0          0
                        orders                       12          0          0
                        """);
        assertThat(fila.run("queue", "list", "--output", "json"))
                .isEqualTo("{\"queues\":["
                        + "{\"name\":\"a-queue-with-a-long-name\",\"depth\":0,\"in_flight\":0,\"active_consumers\":0,"
                        + "\"leader_node_id\":0,\"paused\":false},"
                        + "{\"name\":\"orders\",\"depth\":12,\"in_flight\":0,\"active_consumers\":0,"
                        + "\"leader_node_id\":0,\"paused\":false}]}\n");
    }

    @Test
    void inspectShowsAnEmptyQueue() {
        fila.run("queue", "create", "orders");

        assertThat(fila.run("queue", "inspect", "orders")).isEqualTo("""
                        Queue: orders
                          Depth:                0
                          In-flight:            0
                          Active fairness keys: 0
                          Active consumers:     0
                          Quantum:              1000
                        """);
    }

    @Test
    void inspectShowsFlowsAndBuckets() {
        fila.run("queue", "create", "orders");
        fila.client()
                .enqueue("orders", Outgoing.of("one").withFairnessKey("acme").withWeight(3));
        fila.client()
                .enqueue("orders", Outgoing.of("two").withFairnessKey("bolt").withThrottleKey("smtp"));

        assertThat(fila.run("queue", "inspect", "orders")).isEqualTo("""
                        Queue: orders
                          Depth:                2
                          In-flight:            0
                          Active fairness keys: 2
                          Active consumers:     0
                          Quantum:              1000

                        KEY   PENDING  DEFICIT  WEIGHT
                        acme        1     1000       3
                        bolt        1     1000       1

                        KEY   TOKENS  RATE/S  BURST
                        smtp     2.5      10     20
                        """);
        assertThat(fila.run("queue", "inspect", "orders", "--output", "json"))
                .isEqualTo("{\"queue\":\"orders\",\"depth\":2,\"in_flight\":0,\"active_fairness_keys\":2,"
                        + "\"active_consumers\":0,\"quantum\":1000,\"effective_quantum\":0,\"per_key_stats\":["
                        + "{\"key\":\"acme\",\"pending_count\":1,\"current_deficit\":1000,\"weight\":3,"
                        + "\"in_flight\":0,\"paused\":false,\"waits_for\":\"turn\",\"throttle_key\":\"\"},"
                        + "{\"key\":\"bolt\",\"pending_count\":1,\"current_deficit\":1000,\"weight\":1,"
                        + "\"in_flight\":0,\"paused\":false,\"waits_for\":\"turn\",\"throttle_key\":\"\"}],"
                        + "\"per_throttle_stats\":["
                        + "{\"key\":\"smtp\",\"tokens\":2.5,\"rate_per_second\":10.0,\"burst\":20.0}],"
                        + "\"leader_node_id\":0,\"replication_count\":0,\"scheduled\":0,"
                        + "\"script_failures\":0,\"scripts_bypassed\":false,\"paused\":false,\"paused_keys\":[],"
                        + "\"expired\":0,\"dropped\":0,\"duplicates\":0,\"script_fallbacks\":0,"
                        + "\"config\":{\"script_timeout_ms\":0,\"script_memory_limit_bytes\":0,"
                        + "\"visibility_timeout_ms\":0,\"max_attempts\":0,\"retry_backoff_ms\":0,"
                        + "\"retry_backoff_max_ms\":0,\"max_depth\":0,"
                        + "\"message_ttl_ms\":0,\"max_in_flight\":0,\"max_in_flight_per_key\":0,"
                        + "\"dedup_window_ms\":0}}\n");
    }

    @Test
    void listMarksPausedQueues() {
        fila.run("queue", "create", "mail");
        fila.run("queue", "create", "orders");
        fila.run("queue", "pause", "orders");

        assertThat(fila.run("queue", "list")).isEqualTo("""
                        NAME    DEPTH  IN_FLIGHT  CONSUMERS  PAUSED
                        mail        0          0          0  no
                        orders      0          0          0  yes
                        """);
    }

    @Test
    void inspectTellsWhatKeysWaitFor() {
        fila.run("queue", "create", "orders");
        fila.client().enqueue("orders", Outgoing.of("one").withFairnessKey("acme"));
        fila.broker().pretendWaiting(WaitsFor.WAITS_FOR_TOKENS, "smtp");

        assertThat(fila.run("queue", "inspect", "orders")).endsWith("""

                        KEY   IN_FLIGHT  PAUSED  WAITS_FOR
                        acme          0  no      tokens of smtp
                        """);
        assertThat(fila.run("queue", "inspect", "orders", "--output", "json"))
                .contains("\"waits_for\":\"tokens\",\"throttle_key\":\"smtp\"");
    }

    @Test
    void inspectShowsTheLeaderInACluster() {
        fila.run("queue", "create", "orders");
        fila.broker().pretendCluster(2);

        assertThat(fila.run("queue", "inspect", "orders"))
                .contains("\n  Raft leader:          node 2\n")
                .contains("\n  Replicas:             3\n");
    }

    @Test
    void listShowsTheLeadersInACluster() {
        fila.broker().pretendCluster(2);
        assertThat(fila.run("queue", "list")).isEqualTo("""
                        No queues found.
                        Cluster nodes: 3
                        """);
        fila.run("queue", "create", "mail");
        fila.run("queue", "create", "orders");

        assertThat(fila.run("queue", "list")).isEqualTo("""
                        NAME    DEPTH  IN_FLIGHT  CONSUMERS  LEADER
                        mail        0          0          0       2
                        orders      0          0          0       2

                        Cluster nodes: 3
                        """);
        fila.run("queue", "pause", "orders");
        assertThat(fila.run("queue", "list")).startsWith("""
                        NAME    DEPTH  IN_FLIGHT  CONSUMERS  LEADER  PAUSED
                        mail        0          0          0       2  no
                        orders      0          0          0       2  yes
                        """);
        assertThat(fila.run("queue", "list", "--output", "json")).endsWith(",\"cluster_node_count\":3}\n");
    }

    @Test
    void inspectRefusesAnUnknownQueue() {
        assertThat(fila.refused("queue", "inspect", "nowhere")).isEqualTo("Error: queue \"nowhere\" does not exist\n");
    }

    @Test
    void redriveCountsWhatItMoved() {
        fila.run("queue", "create", "orders");
        fila.run("queue", "create", "orders.dlq");
        for (int i = 0; i < 4; i++) {
            fila.client().enqueue("orders.dlq", Outgoing.of("dead " + i));
        }

        assertThat(fila.run("redrive", "orders.dlq", "--count", "1"))
                .isEqualTo("Redrive complete: 1 message moved from \"orders.dlq\"\n");
        assertThat(fila.run("redrive", "orders.dlq", "--count", "1", "--output", "json"))
                .isEqualTo("{\"queue\":\"orders.dlq\",\"redriven\":1}\n");
        assertThat(fila.run("redrive", "orders.dlq"))
                .isEqualTo("Redrive complete: 2 messages moved from \"orders.dlq\"\n");
        assertThat(fila.run("redrive", "orders.dlq"))
                .isEqualTo("Redrive complete: 0 messages moved from \"orders.dlq\"\n");
        assertThat(fila.refused("redrive", "orders")).isEqualTo("Error: \"orders\" does not end in .dlq\n");
    }

    @Test
    void topDrawsTheTenantsOfAQueue() {
        fila.run("queue", "create", "orders");
        for (int n = 0; n < 4; n++) {
            fila.run("enqueue", "orders", "--key", n == 0 ? "small" : "large", "x");
        }

        assertThat(fila.run("top", "--count", "1")).contains("QUEUE", "orders");
        assertThat(fila.run("top", "orders", "--count", "1"))
                .startsWith("orders: 4 pending")
                .contains("KEY");
        assertThat(fila.run("--output", "json", "top", "orders", "--count", "2", "--every", "50ms"))
                .doesNotContain("\u001b")
                .hasLineCount(2);
    }

    @Test
    void topFitsTheTerminalAndDrawsOverWhatItDrew() {
        for (int n = 0; n < 9; n++) {
            fila.run("queue", "create", "a-queue-with-quite-a-long-name-" + n);
        }
        FakeTerminal terminal = fila.terminal().resize(40, 6);

        assertThat(new Shell(terminal).run("top", "--count", "2", "--every", "50ms"))
                .isZero();

        String[] pictures = terminal.printed().split("\u001b\\[H", -1);
        assertThat(pictures).hasSize(3);
        assertThat(pictures[1]).startsWith("\u001b[2JQUEUE");
        assertThat(pictures[2]).startsWith("QUEUE").endsWith("\u001b[J\n").hasLineCount(5);
        assertThat(pictures[2].replaceAll("\u001b\\[.", "").lines())
                .allMatch(line -> line.length() <= 40)
                .anyMatch(line -> line.startsWith("a-queue-with-quite-a-long-name-3      0"));
    }
}
