package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import org.apache.ratis.protocol.RaftPeerId;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
    private static final RaftPeerId FOLLOWER = RaftPeerId.valueOf("2-abc");

    private final Watchdog watchdog = new Watchdog();

    private Set<RaftPeerId> look(long committed, long matched, long lastIndex, boolean isFetching) {
        return watchdog.look(
                committed,
                Map.of(FOLLOWER, matched),
                Map.of(FOLLOWER, new Progress(lastIndex, isFetching, 1000, false, false)));
    }

    private Set<RaftPeerId> lookOften(long committed, long matched, long lastIndex, boolean isFetching) {
        for (int i = 1; i < Watchdog.LOOKS; i++) {
            assertThat(look(committed, matched, lastIndex, isFetching)).isEmpty();
        }
        return look(committed, matched, lastIndex, isFetching);
    }

    @Test
    void aFollowerThatHasEverythingIsServed() {
        assertThat(lookOften(100, 100, 100, false)).isEmpty();
    }

    @Test
    void aLogThatStandsStillAlthoughThereIsMoreIsNotServed() {
        assertThat(lookOften(100, 50, 50, false)).containsExactly(FOLLOWER);
    }

    @Test
    void aLogThatHasLessThanTheEngineBelievesIsNotServed() {
        assertThat(lookOften(10, 100, 50, false)).containsExactly(FOLLOWER);
    }

    @Test
    void aLogThatGrowsIsServedHoweverFarItIsBehind() {
        for (int i = 0; i < 3 * Watchdog.LOOKS; i++) {
            assertThat(look(1_000_000, i, i, false)).isEmpty();
        }
    }

    @Test
    void whoFetchesACopyMayStandStill() {
        assertThat(lookOften(100, 0, -1, true)).isEmpty();
        assertThat(look(100, 0, -1, false)).isEmpty();
    }

    @Test
    void whoDoesNotAnswerIsNotWatchedAndBeginsAnew() {
        assertThat(look(100, 50, 50, false)).isEmpty();
        assertThat(watchdog.look(100, Map.of(FOLLOWER, 50L), Map.of())).isEmpty();

        assertThat(lookOften(100, 50, 50, false)).containsExactly(FOLLOWER);
    }
}
