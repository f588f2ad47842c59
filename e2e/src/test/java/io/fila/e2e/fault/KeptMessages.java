package io.fila.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.grpc.StatusRuntimeException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Messages in queues on all shards that nobody consumes: in the end all copies must have them. One thread. */
final class KeptMessages {
    static final List<String> QUEUES = List.of("kept0", "kept1", "kept2");

    private static final int LARGEST_CHARS = 20_000;

    private final Random random;

    /** The payload of each that was confirmed, by its id. */
    private final Map<String, String> confirmed = new TreeMap<>();

    /** What the first copy had that was looked at. */
    private Map<String, String> first = Map.of();

    KeptMessages(Random random) {
        this.random = random;
    }

    int size() {
        return confirmed.size();
    }

    /** One more in each queue, through each node. */
    void add(ThreeNodes cluster) {
        for (int i = 0; i < QUEUES.size(); i++) {
            String payload = "kept".repeat(1 + random.nextInt(LARGEST_CHARS) / 4);
            try {
                confirmed.put(cluster.client(1 + i).enqueue(QUEUES.get(i), payload), payload);
            } catch (StatusRuntimeException unclear) {
                // The lead may be moving from the round before: what was not confirmed may be there or not.
                assertThat(unclear.getStatus().getCode().name()).isIn("UNAVAILABLE", "DEADLINE_EXCEEDED");
            }
        }
    }

    /** Checks that a node which leads all queues has all of them, and what the others had too. */
    void check(PlainClient client) {
        Map<String, String> stored = new TreeMap<>();
        QUEUES.forEach(queue -> addStored(queue, client, stored));
        assertThat(stored).as("what was confirmed").containsAllEntriesOf(confirmed);
        first = first.isEmpty() ? stored : first;
        assertThat(stored).as("what the other copies have").isEqualTo(first);
    }

    private static void addStored(String queue, PlainClient client, Map<String, String> payloads) {
        String page = "";
        do {
            PeekMessagesResponse some = client.admin()
                    .peekMessages(PeekMessagesRequest.newBuilder()
                            .setQueue(queue)
                            .setPageToken(page)
                            .build());
            some.getMessagesList()
                    .forEach(each -> payloads.put(
                            each.getMessage().getId(),
                            each.getMessage().getPayload().toStringUtf8()));
            page = some.getNextPageToken();
        } while (!page.isEmpty());
    }
}
