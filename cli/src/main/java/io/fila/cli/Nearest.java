package io.fila.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The word that was probably meant. */
final class Nearest {
    /** More changes than this are another word. */
    private static final int MAX_CHANGES = 2;

    private Nearest() {}

    /** Ends a sentence about an unknown word. */
    static String hint(String typed, List<String> known) {
        String nearest = to(typed, known);
        return nearest == null ? "" : "; did you mean " + nearest + "?";
    }

    static @Nullable String to(String typed, List<String> known) {
        String nearest = null;
        int fewest = MAX_CHANGES + 1;
        for (String word : known) {
            int changes = changes(typed, word);
            if (changes < fewest) {
                fewest = changes;
                nearest = word;
            }
        }
        return nearest;
    }

    /** Levenshtein's distance: characters to insert, delete or replace. */
    private static int changes(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
