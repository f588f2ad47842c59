package io.fila.lua.library;

import io.fila.lua.runtime.Budget;

/** Finds a text in another in linear time: by the JDK while that is cheap, then by Knuth, Morris and Pratt. */
final class PlainSearch {
    private static final int SHORT = 8;

    private PlainSearch() {}

    static int indexOf(Budget budget, String text, String wanted, int start) {
        int places = text.length() - start - wanted.length() + 1;
        if (places <= 0) {
            return wanted.isEmpty() && places == 1 ? start : -1;
        }
        if (wanted.length() <= SHORT) {
            budget.charge(1 + places / 16);
            return text.indexOf(wanted, start);
        }
        return knuthMorrisPratt(budget, text, wanted, start);
    }

    private static int knuthMorrisPratt(Budget budget, String text, String wanted, int start) {
        budget.allocate(16 + 4L * wanted.length());
        int[] fallback = new int[wanted.length()];
        int matched = 0;
        for (int i = 1; i < wanted.length(); i++) {
            budget.stride(i);
            while (matched > 0 && wanted.charAt(i) != wanted.charAt(matched)) {
                matched = fallback[matched - 1];
            }
            if (wanted.charAt(i) == wanted.charAt(matched)) {
                matched++;
            }
            fallback[i] = matched;
        }
        matched = 0;
        for (int i = start; i < text.length(); i++) {
            budget.stride(i);
            while (matched > 0 && text.charAt(i) != wanted.charAt(matched)) {
                matched = fallback[matched - 1];
            }
            if (text.charAt(i) == wanted.charAt(matched)) {
                matched++;
            }
            if (matched == wanted.length()) {
                return i - matched + 1;
            }
        }
        return -1;
    }
}
