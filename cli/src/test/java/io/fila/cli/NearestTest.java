package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NearestTest {

    @Test
    void aSlipOfTheFingerIsForgiven() {
        List<String> known = List.of("queue", "enqueue", "consume");

        assertThat(Nearest.to("quue", known)).isEqualTo("queue");
        assertThat(Nearest.to("cosnume", known)).isEqualTo("consume");
        assertThat(Nearest.to("teleport", known)).isNull();
    }

    @Test
    void theNearestIsTheOneThatTheDefinitionOfDistanceFinds() {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            String typed = word(random);
            List<String> known = List.of(word(random), word(random), word(random));

            String nearest = Nearest.to(typed, known);

            int fewest =
                    known.stream().mapToInt(word -> distance(typed, word)).min().orElseThrow();
            if (fewest > 2) {
                assertThat(nearest).as("seed " + seed).isNull();
            } else {
                assertThat(nearest).as("seed " + seed).isNotNull();
                assertThat(distance(typed, nearest)).as("seed " + seed).isEqualTo(fewest);
            }
        }
    }

    private static String word(Random random) {
        StringBuilder word = new StringBuilder();
        int length = random.nextInt(6);
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(3)));
        }
        return word.toString();
    }

    private static int distance(String from, String to) {
        if (from.isEmpty() || to.isEmpty()) {
            return from.length() + to.length();
        }
        String fromRest = from.substring(1);
        String toRest = to.substring(1);
        int replaced = distance(fromRest, toRest) + (from.charAt(0) == to.charAt(0) ? 0 : 1);
        return Math.min(replaced, Math.min(distance(fromRest, to), distance(from, toRest)) + 1);
    }
}
