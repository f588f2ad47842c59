package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.google.protobuf.FieldMask;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.CreateQueueRequest;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.GetConfigRequest;
import io.fila.proto.v1.GetStatsRequest;
import io.fila.proto.v1.GetStatsResponse;
import io.fila.proto.v1.ListConfigRequest;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.QueueConfig;
import io.fila.proto.v1.RedriveRequest;
import io.fila.proto.v1.SetConfigRequest;
import io.fila.proto.v1.UpdateQueueRequest;
import io.grpc.StatusRuntimeException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts, throttles, failure and runtime configuration through the real port. */
final class PolicyTest {
    private static final String BY_TENANT = """
            function on_enqueue(msg)
              return {
                fairness_key = msg.headers.tenant .. (fila.get("suffix") or ""),
                weight = 3,
                throttle_keys = { "tenant:" .. msg.headers.tenant },
              }
            end
            """;

    private final ServerFixture fila;

    PolicyTest(@TempDir Path directory) throws Exception {
        fila = ServerFixture.start(directory);
    }

    @AfterEach
    void stop() {
        fila.close();
    }

    private void create(String name, String onEnqueue, String onFailure) {
        create(name, QueueConfig.newBuilder().setOnEnqueueScript(onEnqueue).setOnFailureScript(onFailure));
    }

    private void create(String name, QueueConfig.Builder config) {
        var _ = fila.admin()
                .createQueue(CreateQueueRequest.newBuilder()
                        .setName(name)
                        .setConfig(config)
                        .build());
    }

    private ConsumerProbe consume(String queue) {
        return ConsumerProbe.open(
                fila.channel(), ConsumeRequest.newBuilder().setQueue(queue).build());
    }

    private static EnqueueRequest from(String queue, String tenant, String payload) {
        return Requests.enqueue(queue, payload).toBuilder()
                .putHeaders("tenant", tenant)
                .build();
    }

    private void set(String key, String value) {
        var _ = fila.admin()
                .setConfig(SetConfigRequest.newBuilder()
                        .setKey(key)
                        .setValue(value)
                        .build());
    }

    private void nack(Message message, String error) {
        var _ = fila.messages()
                .nack(NackRequest.newBuilder()
                        .setQueue(message.getMetadata().getQueueId())
                        .setMessageId(message.getId())
                        .setError(error)
                        .build());
    }

    private GetStatsResponse stats(String queue) {
        return fila.admin()
                .getStats(GetStatsRequest.newBuilder().setQueue(queue).build());
    }

    @Test
    void scriptGivesAMessageItsSchedulingAndReadsSettings() {
        create("calls", BY_TENANT, "");
        ConsumerProbe consumer = consume("calls");

        fila.enqueue(from("calls", "acme", "one"));
        Message first = consumer.next().getMessage();
        set("suffix", "-v2");
        fila.enqueue(from("calls", "acme", "two"));
        Message second = consumer.next().getMessage();

        assertThat(first.getMetadata().getFairnessKey()).isEqualTo("acme");
        assertThat(first.getMetadata().getWeight()).isEqualTo(3);
        assertThat(first.getMetadata().getThrottleKeysList()).containsExactly("tenant:acme");
        assertThat(second.getMetadata().getFairnessKey()).isEqualTo("acme-v2");
    }

    private void enqueueWithoutTenant(String queue) {
        fila.enqueue(Requests.enqueue(queue, "nobody's"));
    }

    @Test
    void badInputOfOneProducerLiftsNoLimitOfAnother() {
        create("calls", BY_TENANT, "");
        set("throttle:tenant:slow:rate", "0");
        for (int i = 0; i < 20; i++) {
            enqueueWithoutTenant("calls");
        }
        for (int i = 0; i < 3; i++) {
            fila.enqueue(from("calls", "slow", "slow" + i));
        }

        List<String> delivered = consume("calls").next(21).stream()
                .map(response -> response.getMessage().getPayload().toStringUtf8())
                .toList();

        assertThat(delivered).containsOnlyOnce("slow0").doesNotContain("slow1", "slow2");
        assertThat(stats("calls").getDepth()).isEqualTo(2);
        assertThat(stats("calls").getScriptsBypassed()).isFalse();
        assertThat(stats("calls").getScriptFallbacks()).isEqualTo(20);
    }

    @Test
    void messageTakenByAFallbackSaysSo() {
        create("calls", BY_TENANT, "");

        enqueueWithoutTenant("calls");

        assertThat(consume("calls").next().getMessage().getMetadata().getScriptFallback())
                .isEqualTo("defaults");
    }

    @Test
    void queueMayRejectWhatItsScriptFailsOn() {
        create("calls", QueueConfig.newBuilder().setOnEnqueueScript(BY_TENANT).setScriptFallback("reject"));

        assertThatThrownBy(() -> enqueueWithoutTenant("calls"))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("on_enqueue failed")
                .hasMessageContaining("tenant");
        fila.enqueue(from("calls", "acme", "fine"));

        assertThat(stats("calls").getDepth()).isEqualTo(1);
        assertThat(stats("calls").getScriptFallbacks()).isZero();
    }

    @Test
    void queueMayRejectWhileItsScriptsAreBypassed() {
        create(
                "calls",
                QueueConfig.newBuilder()
                        .setOnEnqueueScript("function on_enqueue(msg) while true do end end")
                        .setScriptTimeoutMs(1)
                        .setScriptFallback("reject"));
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> enqueueWithoutTenant("calls")).hasMessageContaining("INVALID_ARGUMENT");
        }

        assertThatThrownBy(() -> enqueueWithoutTenant("calls"))
                .hasMessageContaining("FAILED_PRECONDITION")
                .hasMessageContaining("bypassed for another");
    }

    @Test
    void queueMayKeepWhatItsScriptFailsOnAmongItsDeadLetters() {
        create("calls", QueueConfig.newBuilder().setOnEnqueueScript(BY_TENANT).setScriptFallback("dead_letter"));

        enqueueWithoutTenant("calls");

        Message dead = consume("calls.dlq").next().getMessage();
        assertThat(dead.getMetadata().getDeadLetterReason())
                .startsWith("on_enqueue failed")
                .contains("tenant");
        assertThat(dead.getMetadata().getSourceQueue()).isEqualTo("calls");
        assertThat(dead.getPayload().toStringUtf8()).isEqualTo("nobody's");
        assertThat(stats("calls").getDepth()).isZero();
        assertThat(stats("calls").getScriptFallbacks()).isEqualTo(1);
    }

    @Test
    void redriveLeavesWhatTheScriptStillFailsOn() {
        create("calls", QueueConfig.newBuilder().setOnEnqueueScript(BY_TENANT).setScriptFallback("dead_letter"));
        enqueueWithoutTenant("calls");
        enqueueWithoutTenant("calls");
        RedriveRequest redrive =
                RedriveRequest.newBuilder().setDlqQueue("calls.dlq").build();

        assertThat(fila.admin().redrive(redrive).getRedriven()).isZero();
        assertThat(stats("calls.dlq").getDepth()).isEqualTo(2);
        var _ = fila.admin()
                .updateQueue(UpdateQueueRequest.newBuilder()
                        .setQueue("calls")
                        .setUpdateMask(FieldMask.newBuilder().addPaths("on_enqueue_script"))
                        .build());

        assertThat(fila.admin().redrive(redrive).getRedriven()).isEqualTo(2);
        assertThat(stats("calls").getDepth()).isEqualTo(2);
    }

    @Test
    void nackWithoutAScriptComesBackLaterEachTimeAndWithinASecondAtFirst() {
        create("calls", QueueConfig.newBuilder());
        ConsumerProbe consumer = consume("calls");
        fila.enqueue("calls", "again and again");
        long start = System.nanoTime();

        for (int attempts = 0; attempts < 4; attempts++) {
            Message message = consumer.next().getMessage();
            assertThat(message.getMetadata().getAttemptCount()).isEqualTo(attempts);
            nack(message, "no");
        }

        // After three nacks at least 50, 100 and 200 ms have passed.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(350));
    }

    @Test
    void backoffIsCheckedAndChangedLive() {
        create("calls", QueueConfig.newBuilder().setRetryBackoffMs(0));
        assertThat(stats("calls").getConfig().getRetryBackoffMs()).isZero();
        assertThat(stats("calls").getConfig().hasRetryBackoffMs()).isTrue();
        UpdateQueueRequest.Builder update = UpdateQueueRequest.newBuilder()
                .setQueue("calls")
                .setUpdateMask(FieldMask.newBuilder().addPaths("retry_backoff_ms"));

        var changed = fila.admin().updateQueue(update.build()).getConfig();
        assertThat(changed.getRetryBackoffMs()).isEqualTo(100);
        assertThat(changed.getRetryBackoffMaxMs()).isEqualTo(60_000);
        assertThatThrownBy(() -> fila.admin()
                        .updateQueue(update.setConfig(QueueConfig.newBuilder().setRetryBackoffMs(90_000))
                                .build()))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("retry_backoff_max_ms");
        assertThatThrownBy(() -> create("others", QueueConfig.newBuilder().setRetryBackoffMs(86_400_001)))
                .hasMessageContaining("retry_backoff_ms");
    }

    @Test
    void scriptsAndSettingsAreThereAfterARestart() throws Exception {
        create("calls", BY_TENANT, "");
        set("suffix", "-kept");
        fila.restart();

        fila.enqueue(from("calls", "acme", "one"));

        assertThat(consume("calls").next().getMessage().getMetadata().getFairnessKey())
                .isEqualTo("acme-kept");
    }

    @Test
    void scriptTakenFromAQueueSchedulesNothingMore() {
        create("calls", BY_TENANT, "");
        var _ = fila.admin()
                .updateQueue(UpdateQueueRequest.newBuilder()
                        .setQueue("calls")
                        .setUpdateMask(FieldMask.newBuilder().addPaths("on_enqueue_script"))
                        .build());

        fila.enqueue(from("calls", "acme", "one").toBuilder()
                .setFairnessKey("the producer's")
                .build());

        assertThat(consume("calls").next().getMessage().getMetadata().getFairnessKey())
                .isEqualTo("the producer's");
    }

    @Test
    void manyMessagesFromOneProducerKeepTheirOrderThroughAScript() {
        create("calls", BY_TENANT, "");

        for (int i = 0; i < 200; i++) {
            fila.enqueue(from("calls", "acme", "m" + i));
        }

        List<String> payloads = consume("calls").next(200).stream()
                .map(response -> response.getMessage().getPayload().toStringUtf8())
                .toList();
        for (int i = 0; i < 200; i++) {
            assertThat(payloads.get(i)).isEqualTo("m" + i);
        }
    }

    @Test
    void throttledTenantWaitsForItsTokenWhileTheOtherGoesOn() {
        create("calls", BY_TENANT, "");
        set("throttle:tenant:slow:rate", "0");
        set("throttle.nobodys", "7,9");
        for (int i = 0; i < 5; i++) {
            fila.enqueue(from("calls", "slow", "slow" + i));
            fila.enqueue(from("calls", "fast", "fast" + i));
        }
        ConsumerProbe consumer = consume("calls");

        List<String> first = consumer.next(6).stream()
                .map(response -> response.getMessage().getPayload().toStringUtf8())
                .toList();
        GetStatsResponse held = stats("calls");
        set("throttle:tenant:slow:rate", "");
        List<String> rest = consumer.next(4).stream()
                .map(response -> response.getMessage().getPayload().toStringUtf8())
                .toList();

        assertThat(first).containsExactlyInAnyOrder("slow0", "fast0", "fast1", "fast2", "fast3", "fast4");
        assertThat(held.getDepth()).isEqualTo(4);
        assertThat(held.getPerThrottleStatsList())
                .extracting(bucket -> bucket.getKey(), bucket -> bucket.getTokens())
                .containsExactly(tuple("nobodys", 9.0), tuple("tenant:slow", 0.0));
        assertThat(rest).containsExactly("slow1", "slow2", "slow3", "slow4");
    }

    @Test
    void failureGoesThroughTheScriptToTheDeadLetterQueueAndBack() {
        create("calls", "", """
                function on_failure(msg)
                  if msg.attempts >= 2 then return { action = "dlq" } end
                  return { action = "retry", delay_ms = 1 }
                end
                """);
        ConsumerProbe consumer = consume("calls");
        fila.enqueue(from("calls", "acme", "poison"));

        nack(consumer.next().getMessage(), "HTTP 500");
        Message again = consumer.next().getMessage();
        nack(again, "HTTP 500 again");

        assertThat(again.getMetadata().getAttemptCount()).isEqualTo(1);
        Message dead = consume("calls.dlq").next().getMessage();
        assertThat(dead.getId()).isEqualTo(again.getId());
        assertThat(dead.getHeadersMap()).containsEntry("tenant", "acme");
        assertThat(dead.getMetadata().getDeadLetterReason()).isEqualTo("HTTP 500 again");
        assertThat(dead.getMetadata().getSourceQueue()).isEqualTo("calls");
        assertThat(dead.getMetadata().getDeadLetteredAt().getSeconds()).isPositive();
        assertThat(dead.getMetadata().getAttemptCount()).isEqualTo(2);
    }

    @Test
    void redriveMovesDeadLettersBackThroughOnEnqueue() {
        create("calls", BY_TENANT, "function on_failure(msg) return { action = 'dlq' } end");
        ConsumerProbe consumer = consume("calls");
        for (int i = 0; i < 600; i++) {
            fila.enqueue(from("calls", "acme", "m" + i));
            nack(consumer.next().getMessage(), "no");
        }
        assertThat(stats("calls.dlq").getDepth()).isEqualTo(600);
        set("suffix", "-again");

        long moved = fila.admin()
                .redrive(RedriveRequest.newBuilder().setDlqQueue("calls.dlq").build())
                .getRedriven();

        assertThat(moved).isEqualTo(600);
        Message back = consumer.next().getMessage();
        assertThat(back.getMetadata().getFairnessKey()).isEqualTo("acme-again");
        assertThat(back.getMetadata().getAttemptCount()).isZero();
        assertThat(stats("calls.dlq").getDepth()).isZero();
    }

    @Test
    void redriveSaysWhatIsWrong() {
        fila.createQueue("lonely.dlq");

        assertThatThrownBy(() -> fila.admin()
                        .redrive(RedriveRequest.newBuilder()
                                .setDlqQueue("lonely.dlq")
                                .build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("FAILED_PRECONDITION");
        assertThatThrownBy(() -> fila.admin()
                        .redrive(RedriveRequest.newBuilder()
                                .setDlqQueue("lonely")
                                .build()))
                .hasMessageContaining("INVALID_ARGUMENT");
        assertThatThrownBy(() -> fila.admin()
                        .redrive(RedriveRequest.newBuilder()
                                .setDlqQueue("no.dlq")
                                .build()))
                .hasMessageContaining("NOT_FOUND");
    }

    @Test
    void maxAttemptsBuriesWithoutAScript() {
        create("calls", QueueConfig.newBuilder().setMaxAttempts(1));
        ConsumerProbe consumer = consume("calls");
        fila.enqueue("calls", "once");

        nack(consumer.next().getMessage(), "no");

        assertThat(stats("calls.dlq").getDepth()).isEqualTo(1);
    }

    @Test
    void scriptThatBurnsItsTimeDelaysItsOwnQueueOnlyAndIsBypassed() {
        create("burning", "function on_enqueue(msg) while true do end end", "");
        fila.createQueue("calm");
        ConsumerProbe calm = consume("calm");

        for (int i = 0; i < 4; i++) {
            fila.enqueue("burning", "b" + i);
            fila.enqueue("calm", "c" + i);
        }

        assertThat(calm.next(4)).hasSize(4);
        GetStatsResponse burning = stats("burning");
        assertThat(burning.getDepth()).isEqualTo(4);
        assertThat(burning.getScriptFailures()).isEqualTo(3);
        assertThat(burning.getScriptsBypassed()).isTrue();
        assertThat(consume("burning").next().getMessage().getMetadata().getFairnessKey())
                .isEqualTo("default");
    }

    @Test
    void scriptThatIsNoLuaIsRefusedWithItsLine() {
        assertThatThrownBy(() -> create("calls", "function on_enqueue(msg)\n  return {{\nend", ""))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("line 3");
        assertThatThrownBy(() -> create("calls", "", "x = 1"))
                .hasMessageContaining("INVALID_ARGUMENT")
                .hasMessageContaining("on_failure");
        assertThatThrownBy(() -> create("calls", QueueConfig.newBuilder().setScriptFallback("guess")))
                .hasMessageContaining("last_good");
    }

    @Test
    void settingsAreSetReadListedAndDeleted() {
        set("b", "2");
        set("a", "1");

        assertThat(fila.admin()
                        .getConfig(GetConfigRequest.newBuilder().setKey("b").build())
                        .getValue())
                .isEqualTo("2");
        var all = fila.admin().listConfig(ListConfigRequest.getDefaultInstance());
        assertThat(all.getTotalCount()).isEqualTo(2);
        assertThat(all.getEntries(0).getKey()).isEqualTo("a");
        set("b", "");
        assertThatThrownBy(() -> fila.admin()
                        .getConfig(GetConfigRequest.newBuilder().setKey("b").build()))
                .hasMessageContaining("NOT_FOUND");
        assertThatThrownBy(() -> set("throttle.x", "fast")).hasMessageContaining("INVALID_ARGUMENT");
        assertThatThrownBy(() -> set("throttle.", "10,20")).hasMessageContaining("INVALID_ARGUMENT");
        assertThatThrownBy(() -> fila.admin().getConfig(GetConfigRequest.getDefaultInstance()))
                .hasMessageContaining("INVALID_ARGUMENT");
    }

    @Test
    void delayedRetrySurvivesARestart() throws Exception {
        create("calls", "", "function on_failure(msg) return { action = 'retry', delay_ms = 2000 } end");
        ConsumerProbe consumer = consume("calls");
        fila.enqueue("calls", "later");
        nack(consumer.next().getMessage(), "busy");
        assertThat(stats("calls").getScheduled()).isEqualTo(1);

        fila.restart();

        Message back = consume("calls").next().getMessage();
        assertThat(back.getMetadata().getAttemptCount()).isEqualTo(1);
        var _ = fila.messages()
                .ack(AckRequest.newBuilder()
                        .setQueue("calls")
                        .setMessageId(back.getId())
                        .build());
        assertThat(stats("calls").getScheduled()).isZero();
    }
}
