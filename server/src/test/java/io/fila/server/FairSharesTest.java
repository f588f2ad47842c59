package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.ListQueuesRequest;
import io.fila.proto.v1.QueueInfo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shares and figures as clients see them. */
final class FairSharesTest {
    /** What a tenant gets in a round at most: the count may end in the middle of one. */
    private static final long A_ROUND = 3 * 10;

    @TempDir
    Path directory;

    @Test
    void tenantsGetSharesByTheirWeights() throws Exception {
        try (ServerFixture broker = ServerFixture.start(
                directory, Map.of("FILA_SCHEDULER__QUANTUM", "10", "FILA_SCHEDULER__SPARSE_ALLOWANCE", "0"))) {
            broker.createQueue("orders");
            List<EnqueueRequest> backlog = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                for (int weight = 1; weight <= 3; weight++) {
                    backlog.add(Requests.enqueue("orders", "x", "tenant " + weight, weight));
                }
            }
            broker.enqueueAll(backlog);

            Map<String, Long> counts = broker.consume("orders").next(300).stream()
                    .collect(Collectors.groupingBy(
                            delivery -> delivery.getMessage().getMetadata().getFairnessKey(),
                            TreeMap::new,
                            Collectors.counting()));

            for (int weight = 1; weight <= 3; weight++) {
                assertThat(counts.get("tenant " + weight)).isCloseTo(50L * weight, within(A_ROUND));
            }
        }
    }

    @Test
    void listAndStatsTellOfWhatIsThere() throws Exception {
        try (ServerFixture broker = ServerFixture.start(directory)) {
            broker.createQueue("b");
            broker.createQueue("a");
            broker.enqueue(Requests.enqueue("a", "x", "acme", 3));
            broker.enqueue(Requests.enqueue("b", "x"));
            broker.consume("b").next();

            List<QueueInfo> queues = broker.admin()
                    .listQueues(ListQueuesRequest.getDefaultInstance())
                    .getQueuesList();

            assertThat(queues)
                    .extracting(queue -> queue.getName() + " " + queue.getDepth() + " " + queue.getInFlight() + " "
                            + queue.getActiveConsumers())
                    .containsExactly("a 1 0 0", "a.dlq 0 0 0", "b 0 1 1", "b.dlq 0 0 0");
            assertThat(broker.stats("a").getActiveFairnessKeys()).isEqualTo(1);
            assertThat(broker.stats("a").getQuantum()).isEqualTo(1000);
            assertThat(broker.stats("a").getPerKeyStats(0).getKey()).isEqualTo("acme");
            assertThat(broker.stats("a").getPerKeyStats(0).getWeight()).isEqualTo(3);
        }
    }
}
