package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Cli;
import io.fila.e2e.program.Finished;
import io.fila.e2e.program.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and permissions through the packaged broker and command line. */
class AuthIT {
    private static final String BOOTSTRAP = "bootstrap-0123456789";

    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static Cli fila;

    @BeforeAll
    static void startBroker() throws InterruptedException {
        broker = BrokerProcess.in(directory)
                .with("auth.bootstrap_apikey", BOOTSTRAP)
                .start();
        fila = Cli.of(directory, broker.address());
        as(BOOTSTRAP, "queue", "create", "orders").printed();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Test
    void keyDoesWhatItMayAndNothingElseThroughACrash() throws Exception {
        Finished made = as(BOOTSTRAP, "auth", "create", "--name", "worker");
        String id = value(made, "Key ID");
        String token = value(made, "Token");
        assertThat(as(BOOTSTRAP, "auth", "acl", "set", id, "--perm", "produce:orders")
                        .printed())
                .isEqualTo("Permissions:\n  produce:orders\n");

        broker.kill();
        broker.start();

        as(token, "enqueue", "orders", "one").printed();
        assertThat(as(token, "consume", "orders", "--count", "1"))
                .extracting(Finished::exitCode, Finished::err)
                .containsExactly(1, "Error: key does not have consume permission on queue \"orders\"\n");
        assertThat(as(token, "queue", "list").err()).contains("admin permission");
        assertThat(fila.run("enqueue", "orders", "x").err()).isEqualTo("Error: invalid or missing api key\n");
        assertThat(as(BOOTSTRAP, "auth", "list").printed())
                .contains(id, "worker")
                .doesNotContain(token);

        as(BOOTSTRAP, "auth", "revoke", id).printed();
        assertThat(as(token, "enqueue", "orders", "x").exitCode()).isEqualTo(1);
        assertThat(broker.log()).doesNotContain(token, BOOTSTRAP);
        assertAudited(id, token);
    }

    /** Through a crash, too: what was done before it is there, and so is what was refused after it. */
    private static void assertAudited(String id, String token) {
        Path file = broker.dataDirectory().resolve("audit/audit.jsonl");
        await().untilAsserted(() -> assertThat(Files.readString(file))
                .contains("FilaAdmin/CreateApiKey\",\"key\":\"" + id, "FilaAdmin/SetAcl", "produce:orders")
                .contains("\"principal\":\"worker\",\"key_id\":\"" + id)
                .contains("FilaService/ConsumeStream\",\"queues\":[\"orders\"],\"result\":\"PERMISSION_DENIED\"")
                .contains("UNAUTHENTICATED", "FilaAdmin/RevokeApiKey")
                .doesNotContain(token, BOOTSTRAP));
    }

    @Test
    void rotatedKeyOfASuperadminHasTwoTokensForAWhile() throws InterruptedException {
        Finished made = as(BOOTSTRAP, "auth", "create", "--name", "rotating", "--superadmin");
        Finished rotated = as(BOOTSTRAP, "auth", "rotate", value(made, "Key ID"), "--grace", "600");

        as(value(made, "Token"), "queue", "list").printed();
        assertThat(as(value(rotated, "Token"), "auth", "acl", "get", value(made, "Key ID"))
                        .printed())
                .isEqualTo("Superadmin: yes\n");
        as(BOOTSTRAP, "auth", "rotate", value(made, "Key ID"), "--grace", "0").printed();
        assertThat(as(value(rotated, "Token"), "queue", "list").exitCode()).isEqualTo(1);
    }

    @Test
    void tenantHasItsOwnShareAndItsStreamEndsWithItsKey() throws InterruptedException {
        as(BOOTSTRAP, "queue", "create", "shared", "--fairness-by", "principal").printed();
        Tenant acme = tenant("acme", "produce:shared", "consume:shared");

        as(acme.token(), "enqueue", "shared", "mine", "--key", "somebody-else").printed();
        assertThat(as(BOOTSTRAP, "queue", "inspect", "shared").printed())
                .contains("acme")
                .doesNotContain("somebody-else");
        try (Program consumer = fila.with("FILA_API_KEY", acme.token()).launch("consume", "shared")) {
            consumer.awaitPrinted("mine");
            as(BOOTSTRAP, "auth", "revoke", acme.id()).printed();

            assertThat(consumer.finish().sentence(Finished.REFUSED)).contains("invalid or missing api key");
        }
    }

    @Test
    void tokensAreNeitherAmongTheProcessesNorInErrorsNorInTheLog() throws Exception {
        String token = tenant("discreet", "produce:orders", "consume:orders").token();
        Path file = Files.writeString(directory.resolve("token"), token + "\n");
        String wrong = token.substring(0, token.length() - 4) + "0000";

        fila.run("--api-key-file", file.toString(), "enqueue", "orders", "one").printed();
        try (Program inherits = fila.with("FILA_API_KEY", token).launch("consume", "orders");
                Program reads = fila.launch("--api-key-file", file.toString(), "consume", "orders")) {
            for (String seen : List.of(inherits.seen("args"), reads.seen("args"), broker.arguments())) {
                assertThat(seen).contains("fila").doesNotContain(token, BOOTSTRAP);
            }
        }
        assertThat(as(wrong, "enqueue", "orders", "x").sentence(Finished.REFUSED))
                .doesNotContain(wrong);
        assertThat(broker.log()).doesNotContain(token, wrong, BOOTSTRAP);
    }

    @Test
    void wrongKeysAreLoggedOnceInAWhileAndCounted() throws InterruptedException {
        for (int i = 0; i < 8; i++) {
            assertThat(as("wrong-" + i, "queue", "list").exitCode()).isEqualTo(1);
        }

        long lines = broker.log()
                .lines()
                .filter(line -> line.contains("Calls without a valid key"))
                .count();
        assertThat(lines).as("lines, at most one a minute").isBetween(1L, 4L);
    }

    @Test
    void keyIsHeldToItsLimits() throws Exception {
        Tenant limited = tenant("limited", "produce:orders", "consume:orders");
        Cli holder = fila.with("FILA_API_KEY", limited.token());

        as(BOOTSTRAP, "auth", "limit", limited.id(), "--bytes", "1").printed();
        holder.run("enqueue", "orders", "a message worth minutes of such a limit")
                .printed();
        assertThat(holder.run("enqueue", "orders", "x").sentence(Finished.REFUSED))
                .contains("1 bytes a second");
        as(BOOTSTRAP, "auth", "limit", limited.id(), "--enqueues", "1").printed();
        assertThat(holder.fed("x\n".repeat(100), "enqueue", "orders", "--lines").sentence(Finished.REFUSED))
                .contains("1 messages a second");
        as(BOOTSTRAP, "auth", "limit", limited.id(), "--streams", "1").printed();
        try (Program consumer = holder.launch("consume", "orders")) {
            consumer.awaitPrinted("worth minutes");
            assertThat(holder.fed("x\n", "enqueue", "orders", "--lines").sentence(Finished.REFUSED))
                    .contains("stream");
        }
    }

    @Test
    void brokerForOthersDoesNotStartWithoutAKey(@TempDir Path other) throws InterruptedException {
        Finished refused = BrokerProcess.in(other)
                .launch(
                        "--listen",
                        "0.0.0.0:0",
                        "--data-dir",
                        other.resolve("data").toString())
                .finish();

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.err().lines().toList())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("Error: ")
                .contains("FILA_BOOTSTRAP_APIKEY", "auth.required = false");
    }

    private record Tenant(String id, String token) {}

    private static Tenant tenant(String name, String... permissions) throws InterruptedException {
        Finished made = as(BOOTSTRAP, "auth", "create", "--name", name);
        Tenant tenant = new Tenant(value(made, "Key ID"), value(made, "Token"));
        List<String> grant = new ArrayList<>(List.of("auth", "acl", "set", tenant.id(), "--perm"));
        grant.addAll(List.of(permissions));
        as(BOOTSTRAP, grant.toArray(String[]::new)).printed();
        return tenant;
    }

    private static Finished as(String token, String... arguments) throws InterruptedException {
        return fila.with("FILA_API_KEY", token).run(arguments);
    }

    /** What stands between the first colon and the second of a line. */
    private static String value(Finished printed, String title) {
        return printed.printed()
                .lines()
                .filter(line -> line.contains(title))
                .map(line -> line.split(":", -1)[1].strip())
                .findFirst()
                .orElseThrow();
    }
}
