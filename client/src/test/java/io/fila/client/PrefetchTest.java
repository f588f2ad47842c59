package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PrefetchTest {
    private static final Duration PREFETCH_TIME = Duration.ofMillis(5);
    private static final int MOST = 1_000;
    private static final long WITHOUT_END = Long.MAX_VALUE;
    private static final Duration SOME_SECONDS = Duration.ofSeconds(5);
    private static final int SMALL = 100;
    private static final int MEGABYTE = 1 << 20;

    private final Prefetch prefetch = new Prefetch(MOST, PREFETCH_TIME, 0);

    @ParameterizedTest(name = "{0} µs of work, {1} µs there and back, {2} workers")
    @CsvSource(useHeadersInDisplayName = true, textBlock = """
                    work µs, round trip µs, workers, ahead at least, at most, messages a second at least
                       5000,           500,       1,              1,       1,                        199
                       5000,          4000,       1,              1,       1,                        199
                       5000,         12000,       1,              3,       3,                        199
                      50000,           500,       1,              1,       1,                         19
                       1000,           500,       1,              1,       2,                        990
                       1000,          3500,       1,              4,       5,                        990
                       1000,         20000,       1,             21,      25,                        990
                        100,          1000,       1,             10,      20,                       9900
                         20,          1000,       1,             50,     150,                      49000
                         20,          5000,       1,            250,     500,                      49000
                      50000,          1000,     100,              1,      12,                       1980
                      10000,          2000,      10,              1,       7,                        990
                    """)
    void asManyAreAskedForAsKeepTheTakersBusyOverTheWay(
            long workMicros, long roundTripMicros, int workers, int least, int most, long leastRate) {
        SimulatedConsumer consumer = consumer(workers, workMicros, roundTripMicros);
        consumer.run(SOME_SECONDS);
        consumer.countAnew();

        consumer.run(SOME_SECONDS);

        assertThat(prefetch.ahead()).isBetween(least, most);
        assertThat(consumer.taken() / SOME_SECONDS.toSeconds()).isGreaterThanOrEqualTo(leastRate);
        Duration bearable = PREFETCH_TIME.plus(micros(workMicros));
        assertThat(consumer.longestWait()).isLessThanOrEqualTo(bearable.plusMillis(1));
    }

    @Test
    void aConsumerThatIsFasterThanTheBrokerHasAFewMillisecondsOfMessagesOnTheWay() {
        SimulatedConsumer consumer = consumer(1, 1, 500).withBroker(micros(20));
        consumer.run(SOME_SECONDS);
        consumer.countAnew();

        consumer.run(SOME_SECONDS);

        assertThat(prefetch.ahead()).isBetween(100, 350);
        assertThat(consumer.taken() / SOME_SECONDS.toSeconds()).isGreaterThan(49_000);
        assertThat(consumer.commands() / SOME_SECONDS.toSeconds())
                .as("commands a second")
                .isLessThan(2_000);
    }

    @Test
    void aTrickleIsNoReasonToAskForMany() {
        SimulatedConsumer consumer = consumer(1, 1, 500).withTrickle(Duration.ofMillis(50));

        for (int i = 0; i < 100; i++) {
            consumer.run(Duration.ofMillis(300));
            assertThat(prefetch.ahead()).isEqualTo(1);
        }
    }

    @Test
    void aSlowConsumerDoesNotHoardWhenItBegins() {
        SimulatedConsumer consumer = consumer(1, 5_000, 500);

        consumer.run(SOME_SECONDS);

        assertThat(consumer.mostWaiting()).isEqualTo(1);
    }

    @Test
    void manyWorkersAreAllBusyAfterOneRoundTrip() {
        SimulatedConsumer consumer = consumer(100, 50_000, 1_000);

        // The first message may be a large one, so that the first few are asked for first.
        consumer.run(Duration.ofMillis(2));

        assertThat(consumer.idle()).isZero();
        assertThat(consumer.mostWaiting()).isLessThanOrEqualTo(1);
    }

    @Test
    void newWorkersAreBusyAfterOneRoundTrip() {
        SimulatedConsumer consumer = consumer(2, 50_000, 1_000);
        consumer.run(Duration.ofMillis(25));

        consumer.hire(20);
        consumer.run(Duration.ofMillis(1));

        assertThat(consumer.idle()).isZero();
    }

    @Test
    void workThatBecomesSlowEndsTheHoarding() {
        SimulatedConsumer consumer = consumer(1, 20, 1_000);
        consumer.run(SOME_SECONDS);
        int before = prefetch.ahead();

        consumer.work(Duration.ofMillis(5));
        consumer.run(Duration.ofMillis(5L * before));
        consumer.countAnew();
        consumer.run(SOME_SECONDS);

        assertThat(before).isGreaterThan(50);
        assertThat(prefetch.ahead()).isEqualTo(1);
        assertThat(consumer.mostWaiting()).isEqualTo(1);
    }

    @Test
    void workThatBecomesFastIsFollowed() {
        SimulatedConsumer consumer = consumer(1, 5_000, 1_000);
        consumer.run(SOME_SECONDS);

        consumer.work(micros(20));
        consumer.run(Duration.ofMillis(500));
        consumer.countAnew();
        consumer.run(Duration.ofSeconds(1));

        assertThat(consumer.taken()).isGreaterThan(49_000);
    }

    @Test
    void aWayThatBecomesLongIsFollowed() {
        SimulatedConsumer consumer = consumer(1, 1_000, 500);
        consumer.run(SOME_SECONDS);

        consumer.roundTrip(Duration.ofMillis(50));
        consumer.run(SOME_SECONDS);
        consumer.countAnew();
        consumer.run(Duration.ofSeconds(1));

        assertThat(consumer.taken()).isGreaterThan(950);
    }

    @Test
    void takersThatDoNotWaitButComeAgainCountToo() {
        long nowNanos = 0;
        for (int i = 0; i < 100; i++) {
            int messages = prefetch.ask(0, WITHOUT_END, true, nowNanos);
            nowNanos += PREFETCH_TIME.toNanos() / 5;
            for (int j = 0; j < messages; j++) {
                prefetch.arrived(SMALL, nowNanos);
            }
            for (int j = 0; j < messages; j++) {
                prefetch.taken(0, nowNanos);
            }
            prefetch.missed(true);
        }

        assertThat(prefetch.ahead()).isEqualTo(MOST);
    }

    @Test
    void noMoreAreAskedForThanAreWanted() {
        assertThat(prefetch.ask(10, 4, false, 0)).isEqualTo(4);
        assertThat(prefetch.ask(10, 4, false, 0)).isZero();
    }

    @Test
    void idleTakersAreAskedForBeyondTheBoundByCount() {
        Prefetch modest = new Prefetch(1, PREFETCH_TIME, 0);

        assertThat(modest.ask(5, WITHOUT_END, false, 0)).isEqualTo(6);
    }

    @Test
    void theFirstMessagesMayBeLarge() {
        int first = prefetch.ask(100, WITHOUT_END, false, 0);

        assertThat((long) first * Prefetch.FIRST_BYTES).isEqualTo(Prefetch.MAX_BYTES);
    }

    @Test
    void largeMessagesAreAskedForAsFarAsTheirBytesGo() {
        prefetch.ask(0, WITHOUT_END, false, 0);
        prefetch.arrived(4 * MEGABYTE, 0);

        assertThat(prefetch.ask(100, WITHOUT_END, false, 0))
                .as("beside the one here")
                .isEqualTo(3);

        prefetch.arrived(4 * MEGABYTE, 0);
        prefetch.arrived(4 * MEGABYTE, 0);
        prefetch.arrived(4 * MEGABYTE, 0);
        assertThat(prefetch.ask(100, WITHOUT_END, true, 0)).isZero();
        prefetch.taken(99, 0);
        assertThat(prefetch.ask(99, WITHOUT_END, true, 0)).isEqualTo(1);
    }

    @Test
    void aSmallMessageAmongLargeOnesIsNoReasonToAskForMany() {
        for (int i = 0; i < 2; i++) {
            prefetch.ask(1, WITHOUT_END, false, 0);
            prefetch.arrived(i == 0 ? 4 * MEGABYTE : SMALL, 0);
            prefetch.taken(0, 0);
        }

        assertThat(prefetch.ask(100, WITHOUT_END, true, 0)).isLessThanOrEqualTo(5);
    }

    @Test
    void aMessageLargerThanAllBytesComesAlone() {
        prefetch.ask(0, WITHOUT_END, false, 0);
        prefetch.arrived(64 * MEGABYTE, 0);
        assertThat(prefetch.ask(10, WITHOUT_END, true, 0)).isZero();

        prefetch.taken(9, 0);

        assertThat(prefetch.ask(9, WITHOUT_END, true, 0)).isEqualTo(1);
    }

    @Test
    void whatWasAskedOfALostStreamIsAskedForAgain() {
        assertThat(prefetch.ask(3, WITHOUT_END, false, 0)).isEqualTo(4);
        assertThat(prefetch.ask(3, WITHOUT_END, false, 0)).isZero();

        prefetch.lost();

        assertThat(prefetch.ask(3, WITHOUT_END, false, 0)).isEqualTo(4);
    }

    private SimulatedConsumer consumer(int workers, long workMicros, long roundTripMicros) {
        return new SimulatedConsumer(prefetch, workers, micros(workMicros), micros(roundTripMicros));
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }
}
