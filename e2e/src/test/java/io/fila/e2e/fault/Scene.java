package io.fila.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.crash.Load;
import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Where faults happen: machines, and the load on them. What all faults do is here. One thread.
 *
 * @param queue one whose leader counts as the leader
 */
record Scene(Machines machines, Load load, String queue, Random random) {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Nobody counts it down. */
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private static final int SHORTEST_MILLIS = 100;
    private static final int USUALLY_LONGEST_MILLIS = 1_500;

    /** One in so many faults takes longer than an outage that nobody notices. */
    private static final int LONG_EVERY = 8;

    private static final int LONGEST_MILLIS = 6_000;

    ThreeNodes cluster() {
        return machines.cluster();
    }

    BrokerProcess node(int id) {
        return cluster().node(id);
    }

    int any() {
        return 1 + random.nextInt(Machines.COUNT);
    }

    int anyBut(int id) {
        return 1 + (id + random.nextInt(Machines.COUNT - 1)) % Machines.COUNT;
    }

    /** Lets a fault last for a while. */
    void goOn() throws InterruptedException {
        int longest = random.nextInt(LONG_EVERY) == 0 ? LONGEST_MILLIS : USUALLY_LONGEST_MILLIS;
        goOnFor(SHORTEST_MILLIS + random.nextInt(longest));
    }

    void goOnFor(int millis) throws InterruptedException {
        assertThat(NEVER.await(millis, TimeUnit.MILLISECONDS)).isFalse();
    }

    int leader() {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> cluster().leaderOf(queue, 1), leader -> leader != 0);
    }

    /** Starts a node that does not run, and returns when it takes calls. */
    void revive(int id) throws InterruptedException {
        cluster().revive(id);
        load.brokerIsBack();
    }

    /** Starts a node that does not run as a new peer, on an empty disk, and returns when it takes calls. */
    void replaceDisk(int id) throws Exception {
        cluster().replaceDisk(id);
        load.brokerIsBack();
    }

    /** A client of another node than this one, which has used the queue before. */
    PlainClient userElsewhere(int id) {
        PlainClient user = cluster().client(anyBut(id));
        await("the queue takes messages")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> !user.enqueue(queue, "before").isEmpty());
        return user;
    }

    /** How long nothing is confirmed to a client, since the leader has gone. */
    long gapMillis(PlainClient user, long goneNanos) {
        while (true) {
            try {
                user.enqueue(queue, "under the next leader");
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - goneNanos);
            } catch (StatusRuntimeException notYet) {
                assertThat(System.nanoTime() - goneNanos)
                        .as("nothing was confirmed: %s", notYet.getMessage())
                        .isLessThan(PATIENCE.toNanos());
            }
        }
    }
}
