package io.fila.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KeyMetersTest {
    private final KeyMeters keys = new KeyMeters(4);

    @Test
    void keysBeyondTheLimitAreOne() {
        for (String key : new String[] {"a", "b", "c", "d", "e", "f"}) {
            keys.of(key).passed++;
        }

        assertThat(keys.busiest(10)).extracting(KeyCounts::key).containsExactly("a", "b", "c", "d", "");
        assertThat(keys.busiest(10).getLast().passed()).isEqualTo(2);
        assertThat(keys.busiest(1)).extracting(KeyCounts::passed).containsExactly(1L, 5L);
    }

    @Test
    void busyKeyThatComesLateFindsRoom() {
        for (String key : new String[] {"a", "b", "c", "d"}) {
            keys.of(key).passed++;
        }
        keys.of("a").passed += 10;
        keys.makeRoom();

        keys.of("late").passed += 5;

        assertThat(keys.busiest(10)).extracting(KeyCounts::key).contains("a", "late");
    }
}
