package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Outgoing;
import io.fila.proto.v1.QueueConfig;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What operators do to queues and single messages. */
final class OperatorCommandsTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @BeforeEach
    void createQueue() {
        fila.run("queue", "create", "orders");
    }

    @Test
    void everythingThatCanBeSaidAboutAQueueIsSentOnCreationAndOnUpdate() {
        String[] said = {
            "--max-attempts", "5",
            "--script-fallback", "last_good",
            "--script-timeout", "20",
            "--script-memory", "2000000",
            "--max-depth", "1000",
            "--overflow", "drop_oldest",
            "--admission", "80,100,200.5",
            "--message-ttl", "60000",
            "--max-in-flight", "50",
            "--max-in-flight-per-key", "5",
            "--quantum", "10",
            "--sparse-allowance", "0",
            "--dedup-window", "3000"
        };

        fila.run(typed("create", "mail", said));
        assertThat(fila.run(typed("update", "orders", said))).isEqualTo("Updated queue \"orders\"\n");

        QueueConfig created = fila.broker().config("mail");
        assertThat(created.getMaxAttempts()).isEqualTo(5);
        assertThat(created.getScriptFallback()).isEqualTo("last_good");
        assertThat(created.getScriptTimeoutMs()).isEqualTo(20);
        assertThat(created.getScriptMemoryLimitBytes()).isEqualTo(2_000_000);
        assertThat(created.getMaxDepth()).isEqualTo(1000);
        assertThat(created.getOverflow()).isEqualTo("drop_oldest");
        assertThat(created.getAdmission().getFromFillPercent()).isEqualTo(80);
        assertThat(created.getAdmission().getRatePerSecond()).isEqualTo(100);
        assertThat(created.getAdmission().getBurst()).isEqualTo(200.5);
        assertThat(created.getMessageTtlMs()).isEqualTo(60_000);
        assertThat(created.getMaxInFlight()).isEqualTo(50);
        assertThat(created.getMaxInFlightPerKey()).isEqualTo(5);
        assertThat(created.getQuantum()).isEqualTo(10);
        assertThat(created.getDedupWindowMs()).isEqualTo(3000);
        assertThat(fila.broker().config("orders").getMaxDepth()).isEqualTo(1000);
    }

    @Test
    void updateChangesOnlyWhatWasTyped() {
        fila.run("queue", "update", "orders", "--max-attempts", "5");

        assertThat(fila.run("queue", "update", "orders", "--max-depth", "7", "--output", "json"))
                .isEqualTo("{\"queue\":\"orders\",\"updated\":true}\n");

        assertThat(fila.broker().config("orders").getMaxAttempts()).isEqualTo(5);
        assertThat(fila.broker().config("orders").getMaxDepth()).isEqualTo(7);
        assertThat(fila.run("queue", "inspect", "orders"))
                .contains("\n  Max attempts:         5\n")
                .contains("\n  Max depth:            7");
    }

    @Test
    void inspectionTellsWhatWasSetAboutScripts() {
        fila.run("queue", "update", "orders", "--on-failure", "function on_failure(msg) end");
        fila.run("queue", "update", "orders", "--script-fallback", "last_good", "--script-timeout", "20");
        fila.run("queue", "update", "orders", "--sparse-allowance", "0", "--visibility-timeout", "5000");

        assertThat(fila.run("queue", "inspect", "orders"))
                .contains("\n  Visibility timeout:   5000 ms")
                .contains("\n  Sparse allowance:     0")
                .contains("\n  Scripts:              on_failure")
                .contains("\n  Script fallback:      last_good")
                .contains("\n  Script timeout:       20 ms")
                .doesNotContain("Script memory");
        assertThat(fila.run("queue", "inspect", "orders", "--output", "json"))
                .contains("\"on_failure_script\":\"function on_failure(msg) end\"")
                .contains("\"script_fallback\":\"last_good\"")
                .contains("\"script_timeout_ms\":20")
                .contains("\"sparse_allowance\":0");
    }

    @Test
    void updateReturnsWhatMayBeNoneToTheDefault() {
        fila.run("queue", "update", "orders", "--sparse-allowance", "0", "--retry-backoff", "0");
        assertThat(fila.broker().config("orders").hasSparseAllowance()).isTrue();

        fila.run("queue", "update", "orders", "--sparse-allowance", "default", "--retry-backoff", "default");

        assertThat(fila.broker().config("orders").hasSparseAllowance()).isFalse();
        assertThat(fila.broker().config("orders").hasRetryBackoffMs()).isFalse();
    }

    @Test
    void updateRefusesWhatMakesNoSense() {
        assertThat(fila.misused("queue", "update", "orders")).contains("Expected at least one setting to change");
        assertThat(fila.misused("queue", "update", "orders", "--overflow", "explode"))
                .contains("reject, drop_new or drop_oldest but found \"explode\"");
        assertThat(fila.misused("queue", "update", "orders", "--admission", "80"))
                .contains("Expected --admission to be like 80,100,200");
        assertThat(fila.misused("queue", "update", "orders", "--admission", "80,fast,1"))
                .contains("but found \"80,fast,1\"");
        assertThat(fila.refused("queue", "update", "nowhere", "--max-depth", "1"))
                .isEqualTo("Error: queue \"nowhere\" does not exist\n");
    }

    @Test
    void queueIsPausedAndResumed() {
        assertThat(fila.run("queue", "pause", "orders")).isEqualTo("Paused queue \"orders\"\n");
        assertThat(fila.run("queue", "pause", "orders", "--key", "acme"))
                .isEqualTo("Paused key \"acme\" of queue \"orders\"\n");

        assertThat(fila.run("queue", "inspect", "orders"))
                .contains("\n  Paused:               yes\n")
                .contains("\n  Paused keys:          acme");
        assertThat(fila.run("queue", "resume", "orders")).isEqualTo("Resumed queue \"orders\"\n");
        assertThat(fila.run("queue", "resume", "orders", "--key", "acme", "--output", "json"))
                .isEqualTo("{\"queue\":\"orders\",\"fairness_key\":\"acme\",\"paused\":false}\n");
        assertThat(fila.run("queue", "inspect", "orders")).doesNotContain("Paused");
    }

    @Test
    void purgeSaysHowMuchWasThere() {
        fila.client().enqueue("orders", Outgoing.of("one").withFairnessKey("acme"));
        fila.client().enqueue("orders", Outgoing.of("two").withFairnessKey("bolt"));
        fila.client().enqueue("orders", Outgoing.of("three").withFairnessKey("bolt"));

        assertThat(fila.run("queue", "purge", "orders", "--key", "acme"))
                .isEqualTo("Purged 1 message of key \"acme\" of queue \"orders\"\n");
        assertThat(fila.run("queue", "purge", "orders")).isEqualTo("Purged 2 messages of queue \"orders\"\n");
        assertThat(fila.run("queue", "purge", "orders", "--output", "json"))
                .isEqualTo("{\"queue\":\"orders\",\"purged\":0}\n");
    }

    @Test
    void keyIsWeighed() {
        fila.client().enqueue("orders", Outgoing.of("one").withFairnessKey("acme"));

        assertThat(fila.run("key", "weight", "orders", "acme", "5"))
                .isEqualTo("Set weight of key \"acme\" of queue \"orders\" to 5\n");

        assertThat(fila.client().admin().stats("orders").flows().get(0).weight())
                .isEqualTo(5);
        assertThat(fila.misused("key", "weight", "orders", "acme", "0")).contains("at least 1");
        assertThat(fila.misused("key", "weight", "orders", "acme", "4294967296"))
                .contains("at most 4294967295");
    }

    @Test
    void messagesAreShownWithoutBeingLeased() {
        assertThat(fila.run("message", "peek", "orders")).isEqualTo("No messages found.\n");
        assertThat(fila.run("message", "peek", "orders", "--output", "json")).isEmpty();
        for (int i = 0; i < 25; i++) {
            fila.client().enqueue("orders", Outgoing.of("message " + i).withFairnessKey("acme"));
        }

        assertThat(fila.run("message", "peek", "orders").lines())
                .hasSize(20)
                .first()
                .asString()
                .endsWith("  acme  message 0");
        assertThat(fila.run("message", "peek", "orders", "--count", "1000", "--key", "acme")
                        .lines())
                .hasSize(25);
        assertThat(fila.run("message", "peek", "orders", "--key", "nobody")).isEqualTo("No messages found.\n");
        assertThat(fila.misused("message", "peek", "orders", "--state", "lost"))
                .contains("pending, scheduled or in-flight but found \"lost\"");
    }

    @Test
    void oneMessageIsShownAndMoved() {
        fila.run("queue", "create", "elsewhere");
        String id = fila.client()
                .enqueue("orders", Outgoing.of("one").withHeader("table", "4").withThrottleKey("smtp"))
                .id();

        assertThat(fila.run("message", "get", "orders", id))
                .isEqualTo(id + "  default  one\n  table: 4\n  throttle key: smtp\n");
        assertThat(fila.run("message", "get", "orders", id, "--output", "json"))
                .startsWith("{\"id\":\"" + id + "\",\"headers\":{\"table\":\"4\"},\"payload\":\"one\",")
                .endsWith(",\"state\":\"pending\"}\n");
        assertThat(fila.run("message", "move", "orders", id, "elsewhere"))
                .isEqualTo("Moved message " + id + " from \"orders\" to \"elsewhere\"\n");

        assertThat(fila.client().admin().stats("elsewhere").depth()).isEqualTo(1);
        assertThat(fila.refused("message", "get", "orders", id)).startsWith("Error: ");
    }

    private static String[] typed(String command, String queue, String... options) {
        String[] typed = new String[options.length + 3];
        typed[0] = "queue";
        typed[1] = command;
        typed[2] = queue;
        System.arraycopy(options, 0, typed, 3, options.length);
        return typed;
    }
}
