package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that mean harm: memory and processor stay bounded, and a healthy client is served meanwhile. */
class HostileIT {
    private static final int MIB = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration AT_ONCE = Duration.ofMillis(1);

    /** Heap, native memory of the storage, threads, and what may be received and under way: far below what is attacked with. */
    private static final long MEMORY_BYTES = 900L * MIB;

    private static final int CONNECTIONS = 400;

    @TempDir
    static Path directory;

    private static BrokerProcess broker;
    private static HealthyCalls calls;

    private final List<RawConnection> attackers = new CopyOnWriteArrayList<>();
    private volatile boolean enough;

    /** What an attacker does; the broker may send it away meanwhile. */
    private interface Attack {
        void run(RawConnection connection) throws IOException;
    }

    @BeforeAll
    static void start() throws InterruptedException {
        broker = BrokerProcess.in(directory)
                .with("limits.connections", CONNECTIONS)
                .start();
        calls = HealthyCalls.to(broker);
    }

    @AfterAll
    static void stop() {
        calls.close();
        broker.close();
    }

    /** Memory is bounded, and when the attackers are gone the processor is idle again. */
    @AfterEach
    void attackLeavesNothingBehind() throws Exception {
        assertThat(broker.residentBytes()).isLessThan(MEMORY_BYTES);
        for (RawConnection attacker : attackers) {
            attacker.close();
        }
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(300)).until(this::isIdle);
    }

    private Duration busyBefore = Duration.ZERO;

    private boolean isIdle() {
        Duration busy = broker.processorTime();
        boolean idle = busy.minus(busyBefore).toMillis() < 100;
        busyBefore = busy;
        return idle;
    }

    @Test
    void messagesThatNeverEndAreGivenUp() throws Exception {
        attack(120, connection -> connection.announce(20 * MIB, 3 * MIB));

        calls.measure("with 120 messages that never end");
    }

    @Test
    void wholeMessagesOfCallsThatNeverEndAreGivenUp() throws Exception {
        attack(200, connection -> connection.announce(3 * MIB, 3 * MIB));

        calls.measure("with 200 calls that never end");
    }

    /** The queue does not exist, so that the disk has no part in it. */
    @Test
    void largeCallsAtOnceTakeNoMoreMemoryThanTheyMay() throws Exception {
        List<Thread> large = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            large.add(Thread.ofVirtual().start(() -> attack(connection -> connection.enqueue("nowhere", 3 * MIB))));
        }

        calls.measure("beside 200 calls of 3 MiB at once");
        for (Thread call : large) {
            call.join();
        }
    }

    @Test
    void connectionsThatResetTheirStreamsAreSentAway() throws Exception {
        measureBeside("rapid resets", 4, connection -> connection.greet().resetStreams(20_000));
    }

    @Test
    void connectionsThatFloodWithPingsAreSentAway() throws Exception {
        measureBeside("floods of pings", 2, connection -> connection.greet().flood(RawConnection.PING, 50_000));
    }

    @Test
    void connectionsThatFloodWithSettingsAreSentAway() throws Exception {
        measureBeside("floods of settings", 2, connection -> connection.greet().flood(RawConnection.SETTINGS, 50_000));
    }

    @Test
    void headersWithoutEndAreRefused() throws Exception {
        measureBeside("headers without end", 2, connection -> connection.greet().continueHeaders(50_000));
    }

    @Test
    void headersThatGrowWhenTheyAreReadAreRefused() throws Exception {
        measureBeside("headers that grow", 2, connection -> connection.greet().bombHeaders(500));
    }

    @Test
    void connectionsThatNeverSpeakLeaveRoomForOthers() throws Exception {
        attack(1_000, connection -> {});

        await().atMost(PATIENCE)
                .until(() -> attackers.stream()
                                .filter(attacker -> !attacker.isOver())
                                .count()
                        <= CONNECTIONS);
        calls.measure("beside a thousand connections that never speak");
        assertThat(broker.log()).contains("limits.connections");
    }

    @Test
    void callsThatStopHalfwayHurtNobody() throws Exception {
        attack(300, RawConnection::beginCall);

        calls.measure("beside 300 calls that stop halfway");
    }

    private void attack(int connections, Attack attack) {
        for (int i = 0; i < connections; i++) {
            attack(attack);
        }
    }

    private void attack(Attack attack) {
        try {
            RawConnection connection = RawConnection.to(broker.port()).readingAllAside();
            attackers.add(connection);
            attack.run(connection);
        } catch (IOException sentAway) {
            // That is what is hoped for; tests that expect it ask.
        }
    }

    /** Attackers that are sent away come back at once, for as long as healthy calls are measured. */
    private void measureBeside(String what, int connections, Attack attack) throws Exception {
        List<FutureTask<Integer>> attacks = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            FutureTask<Integer> task = new FutureTask<>(() -> attackAgainAndAgain(attack));
            Thread.ofPlatform().start(task);
            attacks.add(task);
        }
        calls.measure("beside " + what);
        enough = true;
        int sentAway = 0;
        for (FutureTask<Integer> each : attacks) {
            sentAway += each.get();
        }
        System.out.println("Attackers were sent away " + sentAway + " times");
    }

    private int attackAgainAndAgain(Attack attack) throws IOException {
        int sentAway = 0;
        do {
            try (RawConnection connection = RawConnection.to(broker.port()).readingAllAside()) {
                try {
                    attack.run(connection);
                } catch (IOException refused) {
                    // The connection was ended while this one wrote.
                }
                await().atMost(PATIENCE).pollInterval(AT_ONCE).until(connection::isOver);
                sentAway++;
            }
        } while (!enough);
        return sentAway;
    }
}
