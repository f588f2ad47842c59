package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FanOutTest {
    private static final List<Integer> HUNDRED_FIFTY =
            IntStream.range(0, 150).boxed().toList();

    private final FanOut fanOut = new FanOut(100, 20, 60);
    private final Random random = new Random(1);

    @Test
    void fewForwardersAreAllChosen() {
        assertThat(fanOut.choose(List.of(1, 2, 3), 59.9, random)).containsExactlyInAnyOrder(1, 2, 3);
    }

    @Test
    void thereIsAMostAndALowerOneWhileTheQueueIsFull() {
        assertThat(fanOut.choose(HUNDRED_FIFTY, 59.9, random)).hasSize(100).doesNotHaveDuplicates();
        assertThat(fanOut.choose(HUNDRED_FIFTY, 60, random)).hasSize(20).doesNotHaveDuplicates();
        assertThat(new FanOut(5, 20, 60).choose(HUNDRED_FIFTY, 100, random)).hasSize(5);
    }

    @Test
    void zeroSwitchesALimitOff() {
        assertThat(new FanOut(0, 20, 60).choose(HUNDRED_FIFTY, 0, random)).hasSize(150);
        assertThat(new FanOut(100, 0, 60).choose(HUNDRED_FIFTY, 100, random)).hasSize(100);
        assertThat(new FanOut(100, 20, 0).choose(HUNDRED_FIFTY, 100, random)).hasSize(100);
    }

    @Test
    void overTimeEachIsChosenAsOftenAsTheOthers() {
        int rounds = 20_000;
        int[] chosen = new int[150];
        for (int i = 0; i < rounds; i++) {
            fanOut.choose(HUNDRED_FIFTY, 100, random).forEach(each -> chosen[each]++);
        }

        double fair = rounds * 20 / 150.0;
        // Five standard deviations: chance takes us beyond once in ten thousand seeds, and the seed is fixed.
        double leeway = 5 * Math.sqrt(fair * (1 - 20 / 150.0));
        assertThat(Arrays.stream(chosen).asDoubleStream().boxed())
                .allSatisfy(times -> assertThat(times).isBetween(fair - leeway, fair + leeway));
    }
}
