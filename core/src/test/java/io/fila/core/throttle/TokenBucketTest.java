package io.fila.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TokenBucketTest {
    private static final long START = Duration.ofDays(20_000).toNanos();

    private static final TokenBucket.Level EMPTY = new TokenBucket.Level(0, 0, START);

    private static long after(Duration time) {
        return START + time.toNanos();
    }

    private static long afterSeconds(long seconds) {
        return after(Duration.ofSeconds(seconds));
    }

    @Test
    void startsFull() {
        assertThat(new TokenBucket(new Rate(10, 20), START).tokens()).isEqualTo(20);
    }

    @Test
    void takingDecrementsByWhatWasTaken() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 20), START);

        assertThat(bucket.tryConsume(5, START)).isTrue();

        assertThat(bucket.tokens()).isEqualTo(15);
    }

    @Test
    void takingTooMuchChangesNothing() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 20), START);
        bucket.tryConsume(18, START);

        assertThat(bucket.tryConsume(3, START)).isFalse();

        assertThat(bucket.tokens()).isEqualTo(2);
    }

    @Test
    void refillsByElapsedTime() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 20), START);
        bucket.tryConsume(20, START);

        bucket.refill(after(Duration.ofMillis(500)));
        assertThat(bucket.tokens()).isEqualTo(5);

        bucket.refill(after(Duration.ofMillis(1200)));
        assertThat(bucket.tokens()).isEqualTo(12);
    }

    @Test
    void neverHoldsMoreThanItsBurst() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 20.5), START);
        bucket.tryConsume(1, START);

        bucket.refill(after(Duration.ofDays(10_000)));

        assertThat(bucket.tokens()).isEqualTo(20.5);
    }

    @ParameterizedTest
    @CsvSource({"1,2", "10,2", "10,20", "0.1,2", "33.333,5", "1000,3", "12345.678,20", "7,7"})
    void givesExactlyItsRateOverTime(double perSecond, double burst) {
        TokenBucket bucket = new TokenBucket(new Rate(perSecond, burst), START);
        int taken = 0;
        long step = 997_331;
        long end = afterSeconds(60);

        for (long now = START; now <= end; now += step) {
            while (bucket.tryConsume(1, now)) {
                taken++;
            }
        }

        double most = burst + perSecond * 60;
        assertThat((double) taken).isLessThanOrEqualTo(most).isGreaterThan(most - 1 - perSecond * step / 1e9);
    }

    @Test
    void timeBeforeTheLastRefillAddsNothing() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 20), START);
        bucket.tryConsume(20, START);

        bucket.refill(START - Duration.ofHours(1).toNanos());
        bucket.refill(START);

        assertThat(bucket.tokens()).isZero();
    }

    @Test
    void newRateKeepsTheTokensAsFarAsTheNewBurstHoldsThem() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 20), START);
        bucket.tryConsume(5, START);

        bucket.update(new Rate(100, 50), START);
        assertThat(bucket.tokens()).isEqualTo(15);

        bucket.update(new Rate(1, 4), START);
        assertThat(bucket.tokens()).isEqualTo(4);
    }

    @Test
    void rateOfZeroNeverRefills() {
        TokenBucket bucket = new TokenBucket(new Rate(0, 2), START);

        assertThat(bucket.tryConsume(2, START)).isTrue();
        assertThat(bucket.tryConsume(1, after(Duration.ofDays(1000)))).isFalse();
        assertThat(bucket.holdsAtNanos(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(bucket.nextTokenAtNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 3, 7, 24, 1000})
    void slowRateIsKeptOverAThousandDays(long perDay) {
        TokenBucket bucket = new TokenBucket(new Rate(perDay / 86_400.0, 1e9), EMPTY, START);

        bucket.refill(after(Duration.ofDays(1000)));

        assertThat(bucket.tokens()).isCloseTo(1000.0 * perDay, withinPercentage(0.01));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 8, 9, 5000, 1e6, 8e9, 9e9})
    void bucketNobodyTouchedForAHundredYearsIsFullAndNoMore(double perSecond) {
        Rate rate = new Rate(perSecond, 1000.25);
        TokenBucket bucket = new TokenBucket(rate, EMPTY, START);

        bucket.refill(after(Duration.ofDays(36_525)));

        assertThat(bucket.tokens()).isEqualTo(1000.25);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.001, 0.3, 1, 3, 7.7, 999.999, 123456.7, 1e6})
    void tellsTheVeryNanosecondWhenTokensWillBeThere(double perSecond) {
        TokenBucket bucket = new TokenBucket(new Rate(perSecond, 1000), START);
        bucket.tryConsume(1000, START);
        bucket.refill(START + 17);

        for (int count : new int[] {1, 2, 10}) {
            long at = bucket.holdsAtNanos(count);
            assertThat(copyOf(bucket).holds(count, at)).isTrue();
            assertThat(copyOf(bucket).holds(count, at - 1)).isFalse();
        }
        assertThat(bucket.nextTokenAtNanos()).isEqualTo(bucket.holdsAtNanos(1));
    }

    private static TokenBucket copyOf(TokenBucket bucket) {
        return new TokenBucket(bucket.rate(), bucket.level(), bucket.level().atNanos());
    }

    @Test
    void goesOnAfterARestartAsIfNothingHadHappened() {
        TokenBucket bucket = new TokenBucket(new Rate(3.7, 9), START);
        bucket.tryConsume(9, START);
        bucket.refill(START + 123_456_789);

        TokenBucket restored = new TokenBucket(bucket.rate(), bucket.level(), afterSeconds(2));
        bucket.refill(afterSeconds(2));

        assertThat(restored.level()).isEqualTo(bucket.level());
    }

    @Test
    void timeThatRunsBackwardsAddsNothing() {
        TokenBucket bucket = new TokenBucket(new Rate(10, 10), 10_000_000_000L);
        assertThat(bucket.tryConsume(10, 10_000_000_000L)).isTrue();

        assertThat(bucket.wholeTokens(5_000_000_000L)).isZero();
        assertThat(bucket.wholeTokens(10_000_000_000L)).isZero();
    }

    @Test
    void restoringWithAClockThatRanBackwardsAddsNothing() {
        TokenBucket.Level empty = new TokenBucket.Level(0, 0, afterSeconds(100));

        TokenBucket restored = new TokenBucket(new Rate(10, 10), empty, START);

        assertThat(restored.tokens()).isZero();
        assertThat(restored.holds(1, after(Duration.ofMillis(99)))).isFalse();
        assertThat(restored.holds(1, after(Duration.ofMillis(100)))).isTrue();
    }

    @Test
    void manySmallStepsAddUpToOneLargeOne() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double perSecond = new BigDecimal(Math.pow(10, random.nextDouble() * 7 - 3))
                    .setScale(3, RoundingMode.HALF_UP)
                    .doubleValue();
            Rate rate = new Rate(perSecond, 1e9);
            TokenBucket stepwise = new TokenBucket(rate, EMPTY, START);
            TokenBucket atOnce = new TokenBucket(rate, EMPTY, START);
            long now = START;
            for (int step = 0; step < 300; step++) {
                now += random.nextLong(5_000_000_000L);
                stepwise.refill(now);
            }
            atOnce.refill(now);

            assertThat(stepwise.level()).as("seed %d", seed).isEqualTo(atOnce.level());
        }
    }

    @Test
    void agreesWithExactArithmetic() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            BigDecimal perSecond = BigDecimal.valueOf(random.nextInt(1, 2_000_000), 3);
            int burst = random.nextInt(1, 50);
            TokenBucket bucket = new TokenBucket(new Rate(perSecond.doubleValue(), burst), START);
            BigDecimal exact = BigDecimal.valueOf(burst);
            long now = START;
            for (int step = 0; step < 200; step++) {
                long elapsed = random.nextLong(200_000_000);
                now += elapsed;
                exact = exact.add(perSecond.multiply(BigDecimal.valueOf(elapsed, 9)))
                        .min(BigDecimal.valueOf(burst));
                int count = random.nextInt(1, 4);
                boolean enough = exact.compareTo(BigDecimal.valueOf(count)) >= 0;

                assertThat(bucket.tryConsume(count, now))
                        .as("seed %d step %d", seed, step)
                        .isEqualTo(enough);
                exact = enough ? exact.subtract(BigDecimal.valueOf(count)) : exact;
            }
        }
    }

    @Test
    void tokensThatAreThereAreThereNow() {
        TokenBucket bucket = new TokenBucket(new Rate(1, 5), EMPTY, START);

        bucket.refill(after(Duration.ofMillis(1500)));

        assertThat(bucket.holdsAtNanos(1)).isEqualTo(after(Duration.ofMillis(1500)));
        assertThat(bucket.holdsAtNanos(5)).isEqualTo(afterSeconds(5));
        assertThat(bucket.holdsAtNanos(6)).isEqualTo(Long.MAX_VALUE);
    }

    /** Beyond that, the moment is no number any more: two such waits could not be added. */
    @Test
    void waitOfCenturiesIsForEver() {
        TokenBucket bucket = new TokenBucket(new Rate(1e-9, 10), EMPTY, START);

        assertThat(bucket.holdsAtNanos(4))
                .isEqualTo(START + Duration.ofSeconds(4_000_000_000L).toNanos());
        assertThat(bucket.holdsAtNanos(6)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void levelOfAFinerRateIsLessThanATokenMore() {
        TokenBucket.Level finer = new TokenBucket.Level(2, Long.MAX_VALUE, START);

        TokenBucket bucket = new TokenBucket(new Rate(1, 5), finer, START);

        assertThat(bucket.tokens()).isLessThanOrEqualTo(3);
        assertThat(bucket.holds(3, START)).isFalse();
        assertThat(bucket.nextTokenAtNanos()).isEqualTo(START + 1);
    }

    @Test
    void bucketWithAllButAPartOfATokenIsNotFull() {
        TokenBucket.Level level = new TokenBucket.Level(2, 0, START);

        assertThat(new TokenBucket(new Rate(1, 2.5), level, START).tokens()).isEqualTo(2);
    }
}
