package io.fila.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ThrottlesTest {
    private static final long START = Duration.ofDays(1).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Throttles<String> throttles = new Throttles<>();
    private final List<String> woken = new ArrayList<>();
    private final List<String> lifted = new ArrayList<>();

    private double tokens(String key) {
        return Objects.requireNonNull(throttles.find(key)).bucket().tokens();
    }

    private Throttle<String> throttle(String key) {
        return Objects.requireNonNull(throttles.find(key));
    }

    private void wakeDue(long now) {
        throttles.wakeDue(now, 1000, (waiter, throttle) -> woken.add(waiter), throttle -> lifted.add(throttle.key()));
    }

    @Test
    void keyWithoutABucketIsNotThrottled() {
        assertThat(throttles.tryTake(List.of("unknown", "strange"), START)).isTrue();
        assertThat(throttles.tryTake(List.of(), START)).isTrue();
    }

    @Test
    void bucketCanBeMadeChangedAndRemoved() {
        throttles.set("api", new Rate(1, 1), START);
        assertThat(throttles.tryTake(List.of("api"), START)).isTrue();
        assertThat(throttles.tryTake(List.of("api"), START)).isFalse();

        throttles.set("api", new Rate(1, 5), START);
        assertThat(throttles.tryTake(List.of("api"), START)).isFalse();

        assertThat(throttles.remove("api", (waiter, throttle) -> true)).isTrue();
        assertThat(throttles.tryTake(List.of("api"), START)).isTrue();
        assertThat(throttles.remove("api", (waiter, throttle) -> true)).isFalse();
    }

    @Test
    void allKeysMustHaveATokenAndEachGivesOne() {
        throttles.set("provider", new Rate(1, 2), START);
        throttles.set("region", new Rate(1, 3), START);

        assertThat(throttles.tryTake(List.of("provider", "region", "unknown"), START))
                .isTrue();

        assertThat(tokens("provider")).isEqualTo(1);
        assertThat(tokens("region")).isEqualTo(2);
    }

    @Test
    void oneEmptyBucketMeansThatNoneGivesAnything() {
        throttles.set("provider", new Rate(1, 2), START);
        throttles.set("region", new Rate(1, 1), START);
        throttles.tryTake(List.of("region"), START);

        assertThat(throttles.tryTake(List.of("provider", "region"), START)).isFalse();

        assertThat(tokens("provider")).isEqualTo(2);
    }

    @Test
    void waitersAreWokenInOrderAsManyAsThereAreTokens() {
        throttles.set("api", new Rate(2, 2), START);
        throttles.tryTake(List.of("api"), START);
        throttles.tryTake(List.of("api"), START);
        for (String waiter : List.of("first", "second", "third", "fourth", "fifth")) {
            throttles.join(throttle("api"), waiter, false, START);
        }

        assertThat(throttles.nextDueNanos()).isEqualTo(START + SECOND / 2);
        wakeDue(START + SECOND / 2 - 1);
        assertThat(woken).isEmpty();
        wakeDue(START + SECOND / 2);
        assertThat(woken).containsExactly("first");
        throttles.take(List.of("api"), START + SECOND / 2, taken -> {});

        wakeDue(START + 2 * SECOND);
        assertThat(woken).containsExactly("first", "second", "third");
    }

    @Test
    void oneWhoCameTooLateStandsAtTheFrontAgain() {
        throttles.set("api", new Rate(1, 1), START);
        throttles.tryTake(List.of("api"), START);
        throttles.join(throttle("api"), "first", false, START);
        throttles.join(throttle("api"), "second", false, START);

        throttles.join(throttle("api"), "was woken", true, START);

        wakeDue(START + SECOND);
        assertThat(woken).containsExactly("was woken");
    }

    @Test
    void nobodyOvertakesThoseWhoWait() {
        throttles.set("api", new Rate(1, 5), START);
        Throttle<String> throttle = throttle("api");
        throttles.join(throttle, "waiting", false, START);

        assertThat(throttles.closedThrottle(List.of("api"), null, START)).isSameAs(throttle);
        assertThat(throttles.closedThrottle(List.of("api"), throttle, START)).isNull();
    }

    @Test
    void removedBucketLetsAllWhoWaitedGoOn() {
        throttles.set("api", new Rate(0, 1), START);
        throttles.tryTake(List.of("api"), START);
        throttles.join(throttle("api"), "first", false, START);
        throttles.join(throttle("api"), "second", false, START);
        assertThat(throttles.nextDueNanos()).isEqualTo(Long.MAX_VALUE);

        throttles.remove("api", (waiter, throttle) -> woken.add(waiter));

        assertThat(woken).containsExactly("first", "second");
    }

    @Test
    void newRateSetsTheAlarmAnew() {
        throttles.set("api", new Rate(0.001, 1), START);
        throttles.tryTake(List.of("api"), START);
        throttles.join(throttle("api"), "first", false, START);

        throttles.set("api", new Rate(1000, 1), START);

        wakeDue(START + SECOND);
        assertThat(woken).containsExactly("first");
    }

    @Test
    void heldKeyLetsNothingPassUntilTheHoldIsOver() {
        throttles.set("api", new Rate(1, 5), START);
        throttles.hold("api", START + 100, START);

        assertThat(throttles.tryTake(List.of("api"), START + 99)).isFalse();
        assertThat(throttles.tryTake(List.of("api"), START + 100)).isTrue();
    }

    @Test
    void holdWakesItsWaitersWhenItIsOverAndNotAToken() {
        throttles.set("api", new Rate(0.001, 2), START);
        throttles.hold("api", START + 100, START);
        throttles.join(throttle("api"), "one", false, START);

        wakeDue(START + 99);
        assertThat(woken).isEmpty();
        assertThat(throttles.nextDueNanos()).isEqualTo(START + 100);

        wakeDue(START + 100);
        assertThat(woken).containsExactly("one");
    }

    @Test
    void holdOfAKeyWithoutABucketGoesAwayAndLeavesTheKeyFree() {
        throttles.hold("api", START + 100, START);
        throttles.join(throttle("api"), "one", false, START);
        throttles.join(throttle("api"), "two", false, START);

        wakeDue(START + 100);

        assertThat(woken).containsExactly("one", "two");
        assertThat(lifted).containsExactly("api");
        assertThat(throttles.find("api")).isNull();
    }

    @Test
    void waiterThatWantsItsTokenNoMoreLeavesItToTheNext() {
        throttles.set("api", new Rate(1, 1), START);
        throttles.tryTake(List.of("api"), START);
        throttles.join(throttle("api"), "gone", false, START);
        throttles.join(throttle("api"), "here", false, START);

        throttles.wakeDue(
                START + 1_000_000_000L,
                1000,
                (waiter, throttle) -> woken.add(waiter) && !waiter.equals("gone"),
                throttle -> {});

        assertThat(woken).containsExactly("gone", "here");
    }

    @Test
    void manyWhoseHoldIsOverGoOnAFewAtATime() {
        throttles.hold("api", START + 100, START);
        for (int i = 0; i < 10; i++) {
            throttles.join(throttle("api"), "w" + i, false, START);
        }

        throttles.wakeDue(
                START + 100, 4, (waiter, throttle) -> woken.add(waiter), throttle -> lifted.add(throttle.key()));

        assertThat(woken).hasSize(4);
        assertThat(lifted).isEmpty();
        assertThat(throttles.nextDueNanos()).isLessThanOrEqualTo(START + 100);
        wakeDue(START + 100);
        assertThat(woken).hasSize(10);
        assertThat(lifted).containsExactly("api");
    }

    @Test
    void manyWhoWantNoTokenArePassedByAFewAtATime() {
        throttles.set("api", new Rate(1, 1), START);
        throttles.tryTake(List.of("api"), START);
        for (int i = 0; i < 10; i++) {
            throttles.join(throttle("api"), "gone" + i, false, START);
        }
        throttles.join(throttle("api"), "here", false, START);
        Throttles.Wake<String> onlyHere = (waiter, throttle) -> woken.add(waiter) && waiter.equals("here");

        throttles.wakeDue(START + SECOND, 4, onlyHere, throttle -> {});

        assertThat(woken).hasSize(4);
        assertThat(throttles.nextDueNanos()).isLessThanOrEqualTo(START + SECOND);
        throttles.wakeDue(START + SECOND, 1000, onlyHere, throttle -> {});
        assertThat(woken).endsWith("here");
    }

    @Test
    void throttleThatTheLastWaiterLeftNoLongerGoesOff() {
        throttles.set("api", new Rate(1, 1), START);
        throttles.tryTake(List.of("api"), START);
        throttles.join(throttle("api"), "one", false, START);
        throttles.join(throttle("api"), "two", false, START);

        throttles.leave(throttle("api"), "one");
        assertThat(throttles.nextDueNanos()).isEqualTo(START + SECOND);
        throttles.leave(throttle("api"), "two");
        assertThat(throttles.nextDueNanos()).isEqualTo(Long.MAX_VALUE);

        throttles.join(throttle("api"), "three", false, START);
        throttles.leave(throttle("api"), "nobody");
        assertThat(throttles.nextDueNanos()).isEqualTo(START + SECOND);
        throttles.leave(throttle("api"), waiter -> waiter.equals("three"));
        assertThat(throttles.nextDueNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void holdOfAKeyWithoutABucketEndsWhoeverLeaves() {
        throttles.hold("api", START + 100, START);
        throttles.join(throttle("api"), "one", false, START);

        throttles.leave(throttle("api"), "one");
        throttles.leave(throttle("api"), waiter -> true);

        assertThat(throttles.nextDueNanos()).isEqualTo(START + 100);
    }

    @Test
    void noMoreThrottlesGoOffAtATimeThanTheLimit() {
        throttles.hold("one", START + 100, START);
        throttles.hold("two", START + 100, START);

        throttles.wakeDue(START + 100, 1, (waiter, throttle) -> true, throttle -> lifted.add(throttle.key()));
        assertThat(lifted).containsExactly("one");

        throttles.wakeDue(START + 100, 1, (waiter, throttle) -> true, throttle -> lifted.add(throttle.key()));
        assertThat(lifted).containsExactly("one", "two");
    }

    @Test
    void holdTellsHowFullItsBucketIsNow() {
        throttles.set("api", new Rate(1, 5), START);
        throttles.tryTake(List.of("api"), START);

        throttles.hold("api", START + 10 * SECOND, START + SECOND / 2);

        assertThat(throttle("api").bucket().level().atNanos()).isEqualTo(START + SECOND / 2);
    }

    @Test
    void throttleOpensWithTheNextTokenFromNow() {
        throttles.set("api", new Rate(1, 5), START);
        for (int i = 0; i < 5; i++) {
            throttles.tryTake(List.of("api"), START);
        }

        assertThat(Throttles.opensAtNanos(throttle("api"), START + SECOND * 3 / 2))
                .isEqualTo(START + 2 * SECOND);
    }

    @Test
    void everyThrottleThatKeepsAWaiterBackIsTold() {
        throttles.set("empty", new Rate(1, 1), START);
        throttles.set("full", new Rate(1, 1), START);
        throttles.set("crowded", new Rate(1, 5), START);
        throttles.tryTake(List.of("empty"), START);
        throttles.join(throttle("crowded"), "other", false, START);
        List<String> keys = List.of("unknown", "full", "empty", "crowded");

        assertThat(throttles.closedThrottles(List.of("full", "crowded"), "new", null, START))
                .containsExactly(throttle("crowded"));
        // Whoever has waited at one throttle does not stand in the line of the next.
        assertThat(throttles.closedThrottles(keys, "new", null, START)).containsExactly(throttle("empty"));
        assertThat(throttles.closedThrottles(keys, "woken", throttle("full"), START))
                .containsExactly(throttle("empty"));
        // It stands where it waits, although there are tokens by now.
        assertThat(throttles.closedThrottles(List.of("crowded", "full"), "other", throttle("full"), START))
                .containsExactly(throttle("crowded"));
    }

    @Test
    void waitersAreCountedInOrder() {
        throttles.set("api", new Rate(1, 1), START);
        for (String waiter : List.of("first", "second", "third")) {
            throttles.join(throttle("api"), waiter, false, START);
        }

        assertThat(throttle("api").before("third", 10)).isEqualTo(2);
        assertThat(throttle("api").before("third", 1)).isEqualTo(1);
        assertThat(throttle("api").before("nobody", 10)).isEqualTo(3);
        assertThat(throttle("api").lineBefore("third")).containsExactly("first", "second");
        assertThat(throttle("api").waitsHere("second")).isTrue();
        assertThat(throttle("api").waitsHere("nobody")).isFalse();
    }

    @Test
    void bucketIsMarkedForARecordOnceATurn() {
        throttles.set("api", new Rate(1, 1), START);

        assertThat(throttle("api").note()).isTrue();
        assertThat(throttle("api").note()).isFalse();
        throttle("api").settle();
        assertThat(throttle("api").note()).isTrue();
    }
}
