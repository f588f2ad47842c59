package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.Timestamp;
import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainStream;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.QueueConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Limits and scripts as tenants feel them. */
class PolicyIT {
    @RegisterExtension
    static final RunningBroker broker = new RunningBroker();

    private static final Duration LONG_LEASE = Duration.ofMinutes(10);
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private static final String BY_TENANT = """
            function on_enqueue(msg)
              local tenant = msg.headers.tenant
              return { fairness_key = tenant, throttle_keys = { "tenant:" .. tenant } }
            end
            """;

    /** Nobody waits for the end of this one. */
    private static final String BURNS_ITS_TIME = "function on_enqueue(msg) while true do end end";

    private static final Duration TIME_TO_BURN = Duration.ofSeconds(60);

    /** @param burst so large that a broker held up for two seconds loses no token */
    private record Tenant(String name, int rate, int burst) {
        int enoughFor(Duration time) {
            return burst + rate * (int) time.plusSeconds(2).toSeconds();
        }
    }

    @Test
    void throttledTenantsGetTheirRateWhileAnotherRunsFree() throws InterruptedException {
        List<Tenant> throttled = List.of(new Tenant("slow", 40, 80), new Tenant("fast", 80, 160));
        broker.client()
                .createQueue(
                        "limited",
                        QueueConfig.newBuilder()
                                .setOnEnqueueScript(BY_TENANT)
                                .setVisibilityTimeoutMs(LONG_LEASE.toMillis())
                                .build());
        for (Tenant tenant : throttled) {
            broker.client().set("throttle.tenant:" + tenant.name(), tenant.rate() + "," + tenant.burst());
            fill("limited", tenant.name(), tenant.enoughFor(WINDOW));
        }
        fill("limited", "free", 3_000);

        Map<String, List<Long>> moments = momentsOfDeliveries("limited", throttled);

        int ofThrottled = 0;
        for (Tenant tenant : throttled) {
            List<Long> all = moments.getOrDefault(tenant.name(), List.of());
            long elapsedMillis = all.getLast() - all.getFirst();
            double promised = tenant.rate() * elapsedMillis / 1000.0;
            assertThat(all.size() - tenant.burst())
                    .as("deliveries to %s beyond its burst in %d ms", tenant, elapsedMillis)
                    .isBetween((int) (0.95 * promised), (int) promised + 1);
            ofThrottled += all.size();
        }
        assertThat(moments.getOrDefault("free", List.of())).hasSizeGreaterThan(ofThrottled);
    }

    /** When each tenant's messages were leased, by the broker's clock, until every throttled one was watched long enough. */
    private static Map<String, List<Long>> momentsOfDeliveries(String queue, List<Tenant> throttled)
            throws InterruptedException {
        Map<String, List<Long>> moments = new HashMap<>();
        try (PlainStream stream = broker.client().consume(queue)) {
            while (!throttled.stream()
                    .allMatch(tenant -> isLongEnough(moments.getOrDefault(tenant.name(), List.of())))) {
                Message message = stream.next();
                moments.computeIfAbsent(message.getMetadata().getFairnessKey(), tenant -> new ArrayList<>())
                        .add(millis(message.getTimestamps().getLeasedAt()));
            }
        }
        return moments;
    }

    private static long millis(Timestamp moment) {
        return Duration.ofSeconds(moment.getSeconds(), moment.getNanos()).toMillis();
    }

    private static boolean isLongEnough(List<Long> moments) {
        return !moments.isEmpty() && moments.getLast() - moments.getFirst() >= WINDOW.toMillis();
    }

    @Test
    void queueWhoseScriptBurnsItsTimeDelaysItsOwnProducerOnly() throws InterruptedException {
        broker.client()
                .createQueue(
                        "burning",
                        QueueConfig.newBuilder()
                                .setOnEnqueueScript(BURNS_ITS_TIME)
                                .setScriptTimeoutMs(TIME_TO_BURN.toMillis())
                                .build());
        broker.client()
                .createQueue(
                        "beside",
                        QueueConfig.newBuilder().setOnEnqueueScript(BY_TENANT).build());

        ListenableFuture<EnqueueResponse> stuck = enqueue("burning", "any");
        try (PlainStream stream = broker.client().consume("beside")) {
            for (int i = 0; i < 100; i++) {
                String id = Futures.getUnchecked(enqueue("beside", "other")).getMessageId();
                assertThat(stream.next().getId()).isEqualTo(id);
                broker.client().ack("beside", id);
            }
        }

        assertThat(stuck.isDone()).as("the producer of the other queue waits").isFalse();
    }

    private static void fill(String queue, String tenant, int messages) {
        List<ListenableFuture<EnqueueResponse>> answers = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            answers.add(enqueue(queue, tenant));
        }
        answers.forEach(Futures::getUnchecked);
    }

    private static ListenableFuture<EnqueueResponse> enqueue(String queue, String tenant) {
        return FilaServiceGrpc.newFutureStub(broker.client().channel())
                .enqueue(EnqueueRequest.newBuilder()
                        .setQueue(queue)
                        .putHeaders("tenant", tenant)
                        .build());
    }
}
