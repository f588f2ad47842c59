package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The O(1) round against the algorithm as a textbook has it, with loops over all keys. */
final class DeficitRoundRobinOracleTest {
    /** Refills every active key when a round starts, and looks through all of them. */
    private static final class Textbook {
        private final int quantum;
        private final Map<String, Long> weights = new LinkedHashMap<>();
        private final Map<String, Integer> pending = new LinkedHashMap<>();
        private List<String> thisRound = new ArrayList<>();
        private final List<String> nextRound = new ArrayList<>();
        private final Map<String, Long> deficits = new LinkedHashMap<>();

        Textbook(int quantum) {
            this.quantum = quantum;
        }

        void add(String key, long weight, int messages) {
            weights.put(key, weight);
            if (pending.merge(key, messages, Integer::sum) == messages) {
                nextRound.add(key);
                deficits.put(key, 0L);
            }
        }

        @Nullable String serve() {
            if (thisRound.isEmpty()) {
                if (nextRound.isEmpty()) {
                    return null;
                }
                thisRound = new ArrayList<>(nextRound);
                nextRound.clear();
                thisRound.forEach(key -> deficits.merge(key, weights.getOrDefault(key, 1L) * quantum, Long::sum));
            }
            String key = thisRound.getFirst();
            long deficit = deficits.merge(key, -1L, Long::sum);
            if (pending.merge(key, -1, (a, b) -> a + b == 0 ? null : a + b) == null) {
                thisRound.remove(key);
            } else if (deficit == 0) {
                thisRound.remove(key);
                nextRound.add(key);
            }
            return key;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1000})
    void servesInTheSameOrder(int quantum) {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            Textbook textbook = new Textbook(quantum);
            Flock flock = new Flock(quantum, 0);
            List<Long> weights = random.longs(12, 1, 6).boxed().toList();
            for (int step = 0; step < 500; step++) {
                if (random.nextInt(4) == 0) {
                    int key = random.nextInt(12);
                    int messages = 1 + random.nextInt(20);
                    textbook.add("k" + key, weights.get(key), messages);
                    flock.add("k" + key, weights.get(key), messages);
                } else {
                    assertThat(flock.serve()).as("seed %d step %d", seed, step).isEqualTo(textbook.serve());
                }
            }
        }
    }
}
