package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.admin.Acl;
import io.fila.client.admin.Admission;
import io.fila.client.admin.ApiKeyInfo;
import io.fila.client.admin.FlowStats;
import io.fila.client.admin.MessageState;
import io.fila.client.admin.NewApiKey;
import io.fila.client.admin.Overflow;
import io.fila.client.admin.Peek;
import io.fila.client.admin.Permission;
import io.fila.client.admin.QueueConfig;
import io.fila.client.admin.QueueInfo;
import io.fila.client.admin.QueueStats;
import io.fila.client.admin.ThrottleStats;
import io.fila.client.admin.WaitsFor;
import io.fila.client.error.ApiKeyNotFound;
import io.fila.client.error.CallTimedOut;
import io.fila.client.error.ConfigKeyNotFound;
import io.fila.client.error.InvalidRequest;
import io.fila.client.error.MessageNotFound;
import io.fila.client.error.PreconditionFailed;
import io.fila.client.error.QueueAlreadyExists;
import io.fila.client.error.QueueNotFound;
import io.fila.client.fake.FakeBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class AdminTest {
    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client = FilaClient.connect(broker.address());
    private final Admin admin = client.admin();

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    @Test
    void aQueueIsCreatedAsConfigured() {
        admin.createQueue(
                "orders",
                QueueConfig.DEFAULT
                        .withOnEnqueueScript("function on_enqueue(msg) end")
                        .withOnFailureScript("function on_failure(msg) end")
                        .withVisibilityTimeout(Duration.ofSeconds(5)));

        assertThat(broker.config("orders").getOnEnqueueScript()).isEqualTo("function on_enqueue(msg) end");
        assertThat(broker.config("orders").getOnFailureScript()).isEqualTo("function on_failure(msg) end");
        assertThat(broker.config("orders").getVisibilityTimeoutMs()).isEqualTo(5_000);
    }

    @Test
    void aQueueExistsOnce() {
        admin.createQueue("orders");

        assertThatThrownBy(() -> admin.createQueue("orders"))
                .isInstanceOfSatisfying(
                        QueueAlreadyExists.class, e -> assertThat(e.queue()).isEqualTo("orders"));
    }

    @Test
    void aDeletedQueueIsGone() {
        admin.createQueue("orders");

        admin.deleteQueue("orders");

        assertThat(admin.listQueues()).isEmpty();
        assertThatThrownBy(() -> admin.deleteQueue("orders")).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void queuesAreListedByName() {
        admin.createQueue("orders");
        admin.createQueue("invoices");
        client.enqueue("orders", Outgoing.of("one"));
        admin.pause("orders");

        assertThat(admin.listQueues())
                .containsExactly(
                        new QueueInfo("invoices", 0, 0, 0, 0, false), new QueueInfo("orders", 1, 0, 0, 0, true));
    }

    @Test
    void statsShowFlowsAndBuckets() {
        admin.createQueue("orders");
        client.enqueue("orders", Outgoing.of("one").withFairnessKey("acme").withWeight(3));
        client.enqueue("orders", Outgoing.of("two").withFairnessKey("bolt").withThrottleKey("smtp"));
        broker.pretendWaiting(io.fila.proto.v1.WaitsFor.WAITS_FOR_TOKENS, "smtp");

        assertThat(admin.stats("orders"))
                .isEqualTo(new QueueStats(
                        2,
                        0,
                        2,
                        0,
                        1_000,
                        0,
                        List.of(
                                new FlowStats("acme", 1, 1_000, 3, 0, false, WaitsFor.TOKENS, "smtp"),
                                new FlowStats("bolt", 1, 1_000, 1, 0, false, WaitsFor.TOKENS, "smtp")),
                        List.of(new ThrottleStats("smtp", 2.5, 10, 20)),
                        0,
                        0,
                        0,
                        0,
                        false,
                        false,
                        List.of(),
                        0,
                        0,
                        0,
                        0,
                        QueueConfig.DEFAULT));
        assertThat(admin.stats("orders").clustered()).isFalse();
        assertThatThrownBy(() -> admin.stats("nowhere")).isInstanceOf(QueueNotFound.class);
    }

    @Test
    void everythingAboutAQueueIsSentAndReadBack() {
        QueueConfig config = QueueConfig.DEFAULT
                .withMaxAttempts(5)
                .withScriptFallback("last_good")
                .withRetryBackoff(Duration.ZERO)
                .withRetryBackoffMax(Duration.ofMinutes(5))
                .withScriptTimeout(Duration.ofMillis(20))
                .withScriptMemoryLimitBytes(2 << 20)
                .withMaxDepth(10_000)
                .withOverflow(Overflow.DROP_OLDEST)
                .withAdmission(new Admission(80, 100, 200))
                .withMessageTtl(Duration.ofHours(2))
                .withMaxInFlight(500)
                .withMaxInFlightPerKey(3)
                .withQuantum(10)
                .withSparseAllowance(0)
                .withDedupWindow(Duration.ofMinutes(10));

        admin.createQueue("orders", config);

        assertThat(broker.config("orders").getOverflow()).isEqualTo("drop_oldest");
        assertThat(admin.stats("orders").config()).isEqualTo(config);
    }

    @Test
    void anUpdateChangesWhatIsPresentAndNothingElse() {
        admin.createQueue("orders", QueueConfig.DEFAULT.withMaxAttempts(5).withMaxDepth(100));

        QueueConfig after =
                admin.updateQueue("orders", QueueConfig.DEFAULT.withMaxDepth(0).withQuantum(7));

        assertThat(after).isEqualTo(QueueConfig.DEFAULT.withMaxAttempts(5).withQuantum(7));
        assertThatIllegalArgumentException().isThrownBy(() -> admin.updateQueue("orders", QueueConfig.DEFAULT));
    }

    @Test
    void aQueueIsPausedAndResumed() throws InterruptedException {
        admin.createQueue("orders");
        admin.pause("orders");
        admin.pause("orders", "acme");
        client.enqueue("orders", Outgoing.of("waits"));
        assertThat(admin.stats("orders").paused()).isTrue();
        assertThat(admin.stats("orders").pausedKeys()).containsExactly("acme");

        try (Deliveries deliveries = client.consume("orders")) {
            admin.resume("orders");
            admin.resume("orders", "acme");

            assertThat(deliveries.take()).isNotNull();
        }
        assertThat(admin.stats("orders").paused()).isFalse();
        assertThat(admin.stats("orders").pausedKeys()).isEmpty();
    }

    @Test
    void aQueueIsPurgedByKey() {
        admin.createQueue("orders");
        client.enqueue("orders", Outgoing.of("a").withFairnessKey("acme"));
        client.enqueue("orders", Outgoing.of("b").withFairnessKey("bolt"));
        client.enqueue("orders", Outgoing.of("c").withFairnessKey("bolt"));

        assertThat(admin.purge("orders", "bolt", Duration.ZERO)).isEqualTo(2);
        assertThat(admin.purge("orders")).isEqualTo(1);
    }

    @Test
    void aPurgeTakesAsLongAsItTakes() {
        FilaClient impatient =
                FilaClient.connect(ClientOptions.of(broker.address()).withCallTimeout(Duration.ofMillis(1)));
        broker.fallSilent();

        try (impatient) {
            CompletableFuture<Long> purged =
                    CompletableFuture.supplyAsync(() -> impatient.admin().purge("orders"));

            assertThatThrownBy(() -> impatient.admin().listQueues()).isInstanceOf(CallTimedOut.class);
            assertThatThrownBy(() -> purged.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        }
    }

    @Test
    void messagesAreSeenPageByPageWithoutBeingLeased() {
        admin.createQueue("orders");
        for (int i = 0; i < 5; i++) {
            client.enqueue("orders", Outgoing.of("message " + i).withFairnessKey("acme"));
        }
        List<String> texts = new ArrayList<>();

        Peek peek = Peek.at(MessageState.PENDING).withFairnessKey("acme").withPageSize(2);
        StoredMessage.Page page = admin.peek("orders", peek);
        page.messages().forEach(message -> texts.add(message.text()));
        while (!page.nextPageToken().isEmpty()) {
            page = admin.peek("orders", peek.withPageToken(page.nextPageToken()));
            page.messages().forEach(message -> texts.add(message.text()));
        }

        assertThat(texts).containsExactly("message 0", "message 1", "message 2", "message 3", "message 4");
        assertThat(broker.leased("orders")).isZero();
    }

    @Test
    void oneMessageIsSeenAndMoved() {
        admin.createQueue("orders");
        admin.createQueue("later");
        String id = client.enqueue(
                        "orders", Outgoing.of("one").withFairnessKey("acme").withWeight(2))
                .id();

        StoredMessage message = admin.message("orders", id);
        assertThat(message.state()).isEqualTo(MessageState.PENDING);
        assertThat(message.fairnessKey()).isEqualTo("acme");
        assertThat(message.weight()).isEqualTo(2);
        assertThat(message.dueAt()).isEmpty();
        admin.move("orders", id, "later");

        assertThat(broker.pending("later")).isEqualTo(1);
        assertThatThrownBy(() -> admin.message("orders", id))
                .isInstanceOfSatisfying(
                        MessageNotFound.class, e -> assertThat(e.messageId()).isEqualTo(id));
    }

    @Test
    void aWeightThatDoesNotFitIsNotCutToOneThatDoes() {
        assertThatThrownBy(() -> admin.setKeyWeight("orders", "acme", (1L << 32) + 5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected a weight between 0 and 4294967295 but found 4294967301");
    }

    @Test
    void theWeightOfAKeyIsSetForWhatItHasWaiting() {
        admin.createQueue("orders");
        client.enqueue("orders", Outgoing.of("one").withFairnessKey("acme"));

        admin.setKeyWeight("orders", "acme", 9);

        assertThat(admin.stats("orders").flows())
                .singleElement()
                .extracting(FlowStats::weight)
                .isEqualTo(9L);
    }

    @Test
    void configurationIsSetReadListedAndDeleted() {
        admin.setConfig("throttle.smtp", "10,20");
        admin.setConfig("colour", "blue");

        assertThat(admin.config("colour")).isEqualTo("blue");
        assertThat(admin.listConfig(""))
                .containsExactly(Map.entry("colour", "blue"), Map.entry("throttle.smtp", "10,20"));
        assertThat(admin.listConfig("throttle")).containsOnlyKeys("throttle.smtp");
        admin.setConfig("colour", "");
        assertThatThrownBy(() -> admin.config("colour"))
                .isInstanceOfSatisfying(
                        ConfigKeyNotFound.class, e -> assertThat(e.key()).isEqualTo("colour"));
        assertThatThrownBy(() -> admin.setConfig("", "value")).isInstanceOf(InvalidRequest.class);
    }

    @Test
    void deadLettersAreRedriven() {
        admin.createQueue("orders");
        admin.createQueue("orders.dlq");
        for (int i = 0; i < 3; i++) {
            client.enqueue("orders.dlq", Outgoing.of("dead " + i));
        }

        assertThat(admin.redrive("orders.dlq", 1)).isEqualTo(1);
        assertThat(admin.redrive("orders.dlq", Admin.ALL)).isEqualTo(2);
        assertThat(broker.pending("orders")).isEqualTo(3);
        admin.deleteQueue("orders");
        assertThatThrownBy(() -> admin.redrive("orders.dlq", Admin.ALL)).isInstanceOf(PreconditionFailed.class);
        assertThatThrownBy(() -> admin.redrive("orders", Admin.ALL)).isInstanceOf(InvalidRequest.class);
    }

    @Test
    void apiKeysLiveFromCreationToRevocation() {
        Instant expiry = Instant.ofEpochMilli(1_800_000_000_000L);

        NewApiKey worker = admin.createApiKey("worker", Optional.of(expiry), false);
        NewApiKey root = admin.createApiKey("root", Optional.empty(), true);

        assertThat(worker).isEqualTo(new NewApiKey("key-1", "token-of-key-1", false));
        assertThat(worker.toString()).doesNotContain("token");
        Instant created = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(admin.listApiKeys())
                .containsExactly(
                        new ApiKeyInfo("key-1", "worker", created, Optional.of(expiry), false, Optional.empty(), ""),
                        new ApiKeyInfo("key-2", "root", created, Optional.empty(), true, Optional.empty(), ""));
        assertThat(admin.acl(root.id())).isEqualTo(new Acl("key-2", List.of(), true));
        admin.revokeApiKey(worker.id());
        assertThatThrownBy(() -> admin.revokeApiKey(worker.id()))
                .isInstanceOfSatisfying(
                        ApiKeyNotFound.class, e -> assertThat(e.keyId()).isEqualTo("key-1"));
    }

    @Test
    void permissionsAreReplaced() {
        NewApiKey worker = admin.createApiKey("worker", Optional.empty(), false);
        List<Permission> permissions = List.of(Permission.parse("produce:orders.*"), Permission.parse("consume:a:b"));

        admin.setAcl(worker.id(), permissions);

        assertThat(admin.acl(worker.id())).isEqualTo(new Acl("key-1", permissions, false));
        assertThat(permissions.get(1))
                .isEqualTo(new Permission("consume", "a:b"))
                .hasToString("consume:a:b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Permission.parse("produce"))
                .withMessage("Expected a permission like produce:orders.* but found \"produce\"");
    }
}
