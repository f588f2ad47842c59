package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Budget;
import io.fila.lua.runtime.Machine;
import org.jspecify.annotations.Nullable;

/**
 * Matches one pattern at places of one text, by backtracking. Every step is charged, so a pattern may be as bad as it
 * likes; how deep it can nest is limited.
 */
final class PatternMatcher {
    static final int MAX_CAPTURES = 32;
    private static final int MAX_DEPTH = 200;
    private static final int OPEN = -1;
    private static final int POSITION = -2;
    private static final int NO_MATCH = -1;

    private final Machine machine;
    private final Budget budget;
    private final String text;
    private final String pattern;
    private final int[] captureStart = new int[MAX_CAPTURES];
    private final int[] captureLength = new int[MAX_CAPTURES];
    private int captures;
    private int depth;

    PatternMatcher(Args args, String text, String pattern) {
        // Not the arguments: an iterator of gmatch would keep them all alive.
        this.machine = args.machine();
        this.budget = args.budget();
        this.text = text;
        this.pattern = pattern;
    }

    String text() {
        return text;
    }

    String pattern() {
        return pattern;
    }

    /** Where a match that begins at an index ends, or -1. */
    int matchAt(int start, int patternStart) {
        captures = 0;
        depth = 0;
        return match(start, patternStart);
    }

    private RuntimeException error(String message) {
        return machine.error(message);
    }

    private int match(int start, int patternStart) {
        if (++depth > MAX_DEPTH) {
            throw error("pattern too complex");
        }
        int result = matchHere(start, patternStart);
        depth--;
        return result;
    }

    private int matchHere(int start, int patternStart) {
        int s = start;
        int p = patternStart;
        while (p < pattern.length()) {
            budget.tick();
            switch (pattern.charAt(p)) {
                case '(' -> {
                    return pattern.startsWith("()", p) ? openCapture(s, p + 2, POSITION) : openCapture(s, p + 1, OPEN);
                }
                case ')' -> {
                    return closeCapture(s, p + 1);
                }
                case '$' -> {
                    if (p + 1 == pattern.length()) {
                        return s == text.length() ? s : NO_MATCH;
                    }
                }
                case '%' -> {
                    int next = p + 1 < pattern.length() ? pattern.charAt(p + 1) : 0;
                    if (next == 'b' || next == 'f' || CharacterClass.isDigit(next)) {
                        s = matchSpecial(s, p, next);
                        if (s == NO_MATCH) {
                            return NO_MATCH;
                        }
                        p = next == 'b' ? p + 4 : next == 'f' ? itemEnd(p + 2) : p + 2;
                        continue;
                    }
                }
                default -> {}
            }
            int end = itemEnd(p);
            int suffix = end < pattern.length() ? pattern.charAt(end) : 0;
            if (suffix == '*' || suffix == '+' || suffix == '-') {
                return repeat(s, p, end, suffix);
            }
            boolean matches = single(s, p, end);
            if (suffix == '?') {
                if (matches) {
                    int rest = match(s + 1, end + 1);
                    if (rest != NO_MATCH) {
                        return rest;
                    }
                }
                p = end + 1;
            } else if (matches) {
                s++;
                p = end;
            } else {
                return NO_MATCH;
            }
        }
        return s;
    }

    private int repeat(int s, int p, int end, int suffix) {
        if (suffix == '-') {
            return shortest(s, p, end);
        }
        if (suffix == '*') {
            return longest(s, p, end);
        }
        return single(s, p, end) ? longest(s + 1, p, end) : NO_MATCH;
    }

    private int longest(int start, int p, int end) {
        int count = 0;
        while (single(start + count, p, end)) {
            budget.tick();
            count++;
        }
        for (; count >= 0; count--) {
            budget.tick();
            int rest = match(start + count, end + 1);
            if (rest != NO_MATCH) {
                return rest;
            }
        }
        return NO_MATCH;
    }

    private int shortest(int start, int p, int end) {
        int s = start;
        while (true) {
            budget.tick();
            int rest = match(s, end + 1);
            if (rest != NO_MATCH) {
                return rest;
            }
            if (!single(s, p, end)) {
                return NO_MATCH;
            }
            s++;
        }
    }

    private int matchSpecial(int s, int p, int kind) {
        return switch (kind) {
            case 'b' -> balanced(s, p + 2);
            case 'f' -> frontier(s, p + 2);
            default -> backReference(s, kind);
        };
    }

    private int balanced(int start, int p) {
        if (p + 1 >= pattern.length()) {
            throw error("malformed pattern (missing arguments to '%b')");
        }
        char open = pattern.charAt(p);
        char close = pattern.charAt(p + 1);
        if (start >= text.length() || text.charAt(start) != open) {
            return NO_MATCH;
        }
        int nesting = 1;
        for (int s = start + 1; s < text.length(); s++) {
            budget.tick();
            char c = text.charAt(s);
            if (c == close) {
                if (--nesting == 0) {
                    return s + 1;
                }
            } else if (c == open) {
                nesting++;
            }
        }
        return NO_MATCH;
    }

    private int frontier(int s, int p) {
        if (p >= pattern.length() || pattern.charAt(p) != '[') {
            throw error("missing '[' after '%f' in pattern");
        }
        int end = itemEnd(p);
        int before = s == 0 ? 0 : text.charAt(s - 1);
        int here = s < text.length() ? text.charAt(s) : 0;
        return !inSet(before, p, end - 1) && inSet(here, p, end - 1) ? s : NO_MATCH;
    }

    private int backReference(int s, int digit) {
        int index = digit - '1';
        if (index < 0 || index >= captures || captureLength[index] == OPEN) {
            throw error("invalid capture index %" + (index + 1));
        }
        int length = captureLength[index];
        if (length == POSITION) {
            // A place has no text that could come again.
            return NO_MATCH;
        }
        budget.chargeBulk(length);
        boolean same = text.length() - s >= length && text.regionMatches(captureStart[index], text, s, length);
        return same ? s + length : NO_MATCH;
    }

    private int openCapture(int s, int p, int kind) {
        if (captures >= MAX_CAPTURES) {
            throw error("too many captures");
        }
        captureStart[captures] = s;
        captureLength[captures] = kind;
        captures++;
        int result = match(s, p);
        if (result == NO_MATCH) {
            captures--;
        }
        return result;
    }

    private int closeCapture(int s, int p) {
        int index = captures - 1;
        while (index >= 0 && captureLength[index] != OPEN) {
            index--;
        }
        if (index < 0) {
            throw error("invalid pattern capture");
        }
        captureLength[index] = s - captureStart[index];
        int result = match(s, p);
        if (result == NO_MATCH) {
            captureLength[index] = OPEN;
        }
        return result;
    }

    /** The index after the single item that begins at an index. */
    private int itemEnd(int start) {
        int p = start;
        char first = pattern.charAt(p++);
        if (first == '%') {
            if (p >= pattern.length()) {
                throw error("malformed pattern (ends with '%')");
            }
            return p + 1;
        }
        if (first != '[') {
            return p;
        }
        if (p < pattern.length() && pattern.charAt(p) == '^') {
            p++;
        }
        do {
            budget.tick();
            if (p >= pattern.length()) {
                throw error("malformed pattern (missing ']')");
            }
            if (pattern.charAt(p++) == '%') {
                p++;
            }
        } while (p >= pattern.length() || pattern.charAt(p) != ']');
        return p + 1;
    }

    private boolean single(int s, int p, int end) {
        if (s >= text.length()) {
            return false;
        }
        int c = text.charAt(s);
        return switch (pattern.charAt(p)) {
            case '.' -> true;
            case '%' -> CharacterClass.contains(pattern.charAt(p + 1), c);
            case '[' -> inSet(c, p, end - 1);
            default -> pattern.charAt(p) == c;
        };
    }

    /** Whether a byte is in the set between two brackets. */
    private boolean inSet(int c, int open, int close) {
        int p = open + 1;
        boolean wanted = true;
        if (pattern.charAt(p) == '^') {
            wanted = false;
            p++;
        }
        while (p < close) {
            budget.tick();
            char item = pattern.charAt(p);
            if (item == '%') {
                if (CharacterClass.contains(pattern.charAt(p + 1), c)) {
                    return wanted;
                }
                p += 2;
            } else if (p + 2 < close && pattern.charAt(p + 1) == '-') {
                if (item <= c && c <= pattern.charAt(p + 2)) {
                    return wanted;
                }
                p += 3;
            } else {
                if (item == c) {
                    return wanted;
                }
                p++;
            }
        }
        return !wanted;
    }

    /** How many values a match stands for: its captures, or the whole of it. */
    int valueCount() {
        return captures == 0 ? 1 : captures;
    }

    int captureCount() {
        return captures;
    }

    /** A capture, or the whole match when there is none. */
    Object value(int index, int start, int end) {
        if (index >= captures) {
            if (index != 0) {
                throw error("invalid capture index %" + (index + 1));
            }
            return substring(start, end);
        }
        if (captureLength[index] == OPEN) {
            throw error("unfinished capture");
        }
        if (captureLength[index] == POSITION) {
            return captureStart[index] + 1L;
        }
        return substring(captureStart[index], captureStart[index] + captureLength[index]);
    }

    private String substring(int start, int end) {
        budget.allocateString((long) end - start);
        return text.substring(start, end);
    }

    /** All values of a match, after some room for others. */
    @Nullable Object[] values(int room, int start, int end, boolean wholeIfNone) {
        int count = wholeIfNone ? valueCount() : captures;
        @Nullable Object[] values = new Object[room + count];
        for (int i = 0; i < count; i++) {
            values[room + i] = value(i, start, end);
        }
        return values;
    }
}
