package io.fila.benchmarks.whole;

import io.fila.client.Outgoing;
import io.fila.client.admin.QueueConfig;
import java.time.Duration;
import java.util.stream.IntStream;

/** Messages whose fairness key, weight and throttle key a Lua script says: a thousand tenants, each with a limit it never meets. */
final class Scripted {
    static final String TITLE = "W6 Lua, 1,000 keys, throttles";

    private static final int TENANTS = 1_000;
    private static final String SCRIPT = """
            function on_enqueue(msg)
              local tenant = msg.headers["tenant"]
              return { fairness_key = tenant, weight = 2, throttle_keys = { "tenant:" .. tenant } }
            end
            """;

    private final FilaJavaClient fila;
    private final Outgoing[] messages = IntStream.range(0, TENANTS)
            .mapToObj(tenant ->
                    Outgoing.of(new byte[Workloads.PAYLOAD_BYTES]).withHeader("tenant", Integer.toString(tenant)))
            .toArray(Outgoing[]::new);
    private int queuesMade;

    Scripted(FilaJavaClient fila) {
        this.fila = fila;
        AtOnce.run(TENANTS, tenant -> fila.client().admin().setConfig("throttle.tenant:" + tenant, "1000000,1000000"));
    }

    Throughput lives(Duration time) throws Exception {
        String queue = "scripted-" + queuesMade++;
        QueueConfig _ = fila.client().admin().createQueue(queue, QueueConfig.DEFAULT.withOnEnqueueScript(SCRIPT));
        Throughput throughput = new Workloads(fila)
                .lives(
                        time,
                        Workloads.ALIVE,
                        settled -> fila.consumer(queue, payload -> {}, settled),
                        confirmed -> fila.sender(queue, confirmed, sent -> messages[(int) (sent % TENANTS)]));
        fila.deleteQueue(queue);
        return throughput;
    }
}
