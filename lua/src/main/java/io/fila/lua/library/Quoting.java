package io.fila.lua.library;

import io.fila.lua.runtime.Budget;
import org.jspecify.annotations.Nullable;

/** Values as the source text that reads back as them: {@code %q}. */
final class Quoting {
    private Quoting() {}

    static String text(Budget budget, String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            budget.stride(i);
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\\n");
                default -> {
                    if (c < 0x20 || c == 0x7f) {
                        boolean digitFollows = i + 1 < text.length() && CharacterClass.isDigit(text.charAt(i + 1));
                        quoted.append('\\').append(digitFollows ? threeDigits(c) : Integer.toString(c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    private static String threeDigits(int value) {
        String digits = Integer.toString(value);
        return "0".repeat(3 - digits.length()) + digits;
    }

    static String scalar(@Nullable Object value) {
        if (value instanceof Long integer) {
            return integer == Long.MIN_VALUE ? "0x8000000000000000" : integer.toString();
        }
        if (value instanceof Double number) {
            return number(number);
        }
        return value == null ? "nil" : value.toString();
    }

    private static String number(double number) {
        if (Double.isNaN(number)) {
            return "(0/0)";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "1e9999" : "-1e9999";
        }
        return HexFloat.text(number, -1);
    }
}
