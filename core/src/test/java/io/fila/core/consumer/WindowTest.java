package io.fila.core.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class WindowTest {
    private static final long MILLI = 1_000_000;
    private static final int FIRST = 16;
    private static final int MOST = 10_000;

    /** A client that is sent all its window allows and has so many workers, each of which takes so long for a message. */
    private static final class Client {
        final Window window;
        final int workers;
        final long workNanos;
        final long wayNanos;
        final ArrayDeque<long[]> inHand = new ArrayDeque<>();
        final long[] freeAt;
        long nowNanos;

        Client(Window window, int workers, long workNanos, long wayNanos) {
            this.window = window;
            this.workers = workers;
            this.workNanos = workNanos;
            this.wayNanos = wayNanos;
            freeAt = new long[workers];
        }

        /** Settles so many messages, one after the other; tells how long the last one waited for a worker. */
        long work(int messages) {
            long waited = 0;
            for (int i = 0; i < messages; i++) {
                while (inHand.size() < window.size()) {
                    inHand.add(new long[] {nowNanos, inHand.size() + 1});
                }
                long[] next = inHand.remove();
                int worker = 0;
                for (int each = 1; each < workers; each++) {
                    worker = freeAt[each] < freeAt[worker] ? each : worker;
                }
                long begins = Math.max(freeAt[worker], next[0] + wayNanos);
                waited = begins - next[0];
                freeAt[worker] = begins + workNanos;
                nowNanos = Math.max(nowNanos, freeAt[worker]);
                window.settled((int) next[1], freeAt[worker] - next[0]);
            }
            return waited;
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "5", "50", "200", "1000"})
    void clientThatGrantsNoCreditHoldsLittleMoreThanItCanDoInAMoment(long workMillis) {
        Window window = new Window(FIRST, MOST, true);
        Client client = new Client(window, 1, workMillis * MILLI, MILLI / 10);

        client.work(200);

        assertThat(client.work(100)).isLessThanOrEqualTo(100 * MILLI + 2 * workMillis * MILLI);
        assertThat((long) window.size()).isLessThanOrEqualTo(100 / workMillis + 4);
    }

    @ParameterizedTest
    @CsvSource({"1", "5"})
    void windowThatHasFoundItsSizeDoesNotSwing(long workMillis) {
        Window window = new Window(FIRST, MOST, true);
        Client client = new Client(window, 1, workMillis * MILLI, MILLI / 10);
        client.work(1000);

        long longest = 0;
        for (int i = 0; i < 1000; i++) {
            longest = Math.max(longest, client.work(1));
        }

        assertThat(longest).isLessThanOrEqualTo(60 * MILLI + 2 * workMillis * MILLI);
    }

    @Test
    void fastClientGetsAWideWindow() {
        Window window = new Window(FIRST, MOST, true);

        new Client(window, 1, MILLI / 50, MILLI).work(5000);

        assertThat(window.size()).isGreaterThan(300);
    }

    @Test
    void clientWithManyWorkersHasWorkForAllOfThem() {
        Window window = new Window(FIRST, MOST, true);

        new Client(window, 100, 50 * MILLI, MILLI).work(2000);

        assertThat(window.size()).isGreaterThan(100);
    }

    @Test
    void clientThatBecomesSlowGivesGround() {
        Window window = new Window(FIRST, MOST, true);
        Client fast = new Client(window, 1, MILLI / 10, MILLI);
        fast.work(5000);
        Client slow = new Client(window, 1, 20 * MILLI, MILLI);
        slow.nowNanos = fast.nowNanos;
        slow.freeAt[0] = fast.nowNanos;

        slow.work(300);

        assertThat(window.size()).isLessThanOrEqualTo(6);
    }

    @Test
    void windowThatBeginsAtItsMostStaysAsItIs() {
        Window window = new Window(MOST, MOST, true);

        new Client(window, 1, 50 * MILLI, MILLI).work(100);
        window.expired();

        assertThat(window.size()).isEqualTo(MOST);
    }

    @Test
    void clientWithCreditOfItsOwnIsNotJudgedByTime() {
        Window window = new Window(FIRST, MOST, false);

        new Client(window, 1, 50 * MILLI, MILLI).work(100);

        assertThat(window.size()).isGreaterThan(FIRST);
    }

    @Test
    void leaseThatExpiresHalvesTheWindowDownToOne() {
        Window window = new Window(FIRST, MOST, false);

        for (int i = 0; i < FIRST; i++) {
            window.expired();
        }

        assertThat(window.size()).isEqualTo(1);
    }

    @Test
    void opensStepByStepAndRemembersHowFar() {
        Window window = new Window(FIRST, 200, true);

        window.open(true);
        assertThat(window.size()).isEqualTo(80);
        window.open(false);
        assertThat(window.size()).isEqualTo(90);
        window.open(true);
        window.open(true);
        assertThat(window.size()).isEqualTo(200);
        for (int i = 0; i < 50; i++) {
            window.settled(100, 10_000 * MILLI);
            window.settled(99, 10_000 * MILLI);
            window.settled(98, 10_000 * MILLI);
            window.settled(1, MILLI);
        }
        assertThat(window.size()).isLessThan(20);

        window.open(true);

        assertThat(window.size()).isEqualTo(200);
    }

    @Test
    void opensByOnesWhileALeaseHasExpiredAndNothingWasSettledSince() {
        Window window = new Window(FIRST, 200, true);
        window.expired();
        int before = window.size();

        window.open(true);

        assertThat(window.size()).isEqualTo(before + 1);
    }
}
