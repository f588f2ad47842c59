package io.fila.lua;

import java.util.ArrayList;
import java.util.List;

/** Snippets run by both, with what they disagree about. */
final class Differential {
    /** A snippet that came out differently. */
    record Disagreement(String snippet, String expected, String found) {
        @Override
        public String toString() {
            return "snippet:  " + snippet + "\nexpected: " + expected + "\nfound:    " + found + "\n";
        }
    }

    private Differential() {}

    static List<Disagreement> disagreements(NativeLua oracle, String prelude, List<String> snippets) {
        List<String> expected = oracle.outcomes(prelude, snippets);
        List<Disagreement> disagreements = new ArrayList<>();
        OurLua ours = new OurLua(prelude);
        for (int i = 0; i < snippets.size(); i++) {
            String found = ours.outcome(snippets.get(i));
            if (!found.equals(expected.get(i))) {
                disagreements.add(new Disagreement(snippets.get(i), expected.get(i), found));
            }
        }
        return disagreements;
    }
}
