package io.fila.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tokens that one broker spends for another. */
final class LendingTest {
    private static final long START = 1_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final Throttles<String> owner = new Throttles<>();
    private final Throttles<String> borrower = new Throttles<>();

    private static Throttle<String> of(Throttles<String> throttles) {
        Throttle<String> found = throttles.find("api");
        assertThat(found).isNotNull();
        return found;
    }

    private static int wakeAll(Throttles<String> throttles, long now) {
        List<String> woken = new ArrayList<>();
        throttles.wakeDue(now, 1000, (waiter, throttle) -> woken.add(waiter), throttle -> {});
        int passed = 0;
        for (String waiter : woken) {
            if (throttles.closedThrottle(List.of("api"), of(throttles), now) == null) {
                throttles.take(List.of("api"), now, throttle -> {});
                passed++;
            } else {
                throttles.join(of(throttles), waiter, true, now);
            }
        }
        return passed;
    }

    @Test
    void aBorrowedBucketIsEmptyUntilItIsCredited() {
        borrower.borrow("api", new Rate(10, 5), START);
        assertThat(borrower.tryTake(List.of("api"), START + 100 * SECOND)).isFalse();
        borrower.join(of(borrower), "waiter", false, START);
        assertThat(borrower.hungry()).containsExactly(of(borrower));

        assertThat(borrower.credit("api", 1, START)).isNotNull();

        assertThat(wakeAll(borrower, START)).isEqualTo(1);
        assertThat(borrower.hungry()).isEmpty();
    }

    @Test
    void aBucketThatWasHeldOnlyBringsNoTokensWhenItIsBorrowed() {
        borrower.hold("api", START + SECOND, START);
        borrower.borrow("api", new Rate(10, 5), START);

        assertThat(borrower.tryTake(List.of("api"), START + 2 * SECOND)).isFalse();
    }

    @Test
    void theOwnerLendsWhatNobodyWaitsForAndNothingWhileItIsHeld() {
        owner.set("api", new Rate(1, 3), START);

        assertThat(owner.lend(of(owner), 2, START).tokens()).isEqualTo(2);
        assertThat(owner.lend(of(owner), 2, START).tokens()).isEqualTo(1);
        owner.hold("api", START + 100 * SECOND, START);
        assertThat(owner.lend(of(owner), 2, START + 50 * SECOND)).isEqualTo(new Loan(0, 50 * SECOND));
    }

    /** Whoever waits where: both get their share, and together never more than the bucket gives. */
    @Test
    void bothGetTokensAndTogetherNeverTooMany() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            Throttles<String> here = new Throttles<>();
            Throttles<String> there = new Throttles<>();
            int burst = 1 + random.nextInt(4);
            here.set("api", new Rate(10, burst), START);
            there.borrow("api", new Rate(10, burst), START);
            for (int i = 0; i < 1000; i++) {
                here.join(of(here), "h" + i, false, START);
                there.join(of(there), "t" + i, false, START);
            }
            int passedHere = 0;
            int passedThere = 0;
            for (long now = START; now <= START + 20 * SECOND; now += SECOND / 50) {
                passedHere += wakeAll(here, now);
                for (Throttle<String> hungry : there.hungry()) {
                    int wanted = Math.min(hungry.waiting(), burst) - (int) there.tokensToPass(hungry, now);
                    int lent = wanted > 0 ? here.lend(of(here), wanted, now).tokens() : 0;
                    boolean lost = random.nextInt(20) == 0;
                    if (lent > 0 && !lost) {
                        assertThat(there.credit(hungry.key(), lent, now)).isNotNull();
                    }
                }
                passedThere += wakeAll(there, now);
                assertThat(passedHere + passedThere)
                        .as("seed %d", seed)
                        .isLessThanOrEqualTo(burst + (int) ((now - START) * 10 / SECOND));
            }
            assertThat(passedHere).as("seed %d", seed).isGreaterThan(50);
            assertThat(passedThere).as("seed %d", seed).isGreaterThan(50);
        }
    }
}
