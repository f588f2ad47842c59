package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Builtin;
import io.fila.lua.runtime.LuaFunction;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Utf8;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** The table {@code utf8}. */
final class Utf8Library {
    private static final String CHARACTER_PATTERN = "[\0-\u007F\u00C2-\u00FD][\u0080-\u00BF]*";
    private static final long MAX_CODE = 0x7FFFFFFFL;
    private static final int MAX_UNICODE = 0x10FFFF;
    private static final long[] SMALLEST = {0, 0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};

    private Utf8Library() {}

    static void install(Machine machine) {
        LuaFunction strict = new Builtin(machine, "utf8.codes", args -> nextCode(args, true));
        LuaFunction lax = new Builtin(machine, "utf8.codes", args -> nextCode(args, false));
        Library.named(machine, "utf8")
                .value("charpattern", CHARACTER_PATTERN)
                .add("char", Utf8Library::character)
                .add("codepoint", Utf8Library::codePoint)
                .add("codes", args -> codes(args, strict, lax))
                .add("len", Utf8Library::length)
                .add("offset", Utf8Library::offset);
    }

    private static Object character(Args args) {
        StringBuilder bytes = new StringBuilder();
        for (int i = 1; i <= args.count(); i++) {
            args.budget().tick();
            long code = args.integer(i);
            if (code < 0 || code > MAX_CODE) {
                throw args.error(i, "value out of range");
            }
            args.budget().allocate(6);
            Utf8.append(bytes, (int) code);
        }
        args.budget().allocateString(bytes.length());
        return bytes.toString();
    }

    private static @Nullable Object codePoint(Args args) {
        String text = args.text(1);
        long from = position(args.integer(2, 1), text.length());
        long to = position(args.integer(3, from), text.length());
        boolean lax = Values.truthy(args.get(4));
        if (from < 1) {
            throw args.error(2, "out of bounds");
        }
        if (to > text.length()) {
            throw args.error(3, "out of bounds");
        }
        if (from > to) {
            return Values.NONE;
        }
        args.budget().allocate(16 + 8 * (to - from + 1));
        @Nullable Object[] codes = new Object[(int) (to - from + 1)];
        int count = 0;
        int at = (int) from - 1;
        while (at < to) {
            args.budget().tick();
            long decoded = decode(text, at, !lax);
            if (decoded < 0) {
                throw args.machine().error("invalid UTF-8 code");
            }
            codes[count++] = decoded >>> 8;
            at += (int) (decoded & 0xFF);
        }
        @Nullable Object[] exact = new Object[count];
        System.arraycopy(codes, 0, exact, 0, count);
        return Values.outcome(exact);
    }

    private static Object codes(Args args, LuaFunction strict, LuaFunction lax) {
        String text = args.text(1);
        if (!text.isEmpty() && isContinuation(text, 0)) {
            throw args.error(1, "invalid UTF-8 code");
        }
        return Values.many(Values.truthy(args.get(2)) ? lax : strict, text, 0L);
    }

    private static @Nullable Object nextCode(Args args, boolean strict) {
        String text = args.text(1);
        long after = args.integer(2);
        int at = after < 0 || after > text.length() ? text.length() : (int) after;
        while (at < text.length() && after > 0 && isContinuation(text, at)) {
            args.budget().tick();
            at++;
        }
        if (at >= text.length()) {
            return Values.NONE;
        }
        long decoded = decode(text, at, strict);
        if (decoded < 0 || isContinuation(text, at + (int) (decoded & 0xFF))) {
            throw args.machine().error("invalid UTF-8 code");
        }
        return Values.many(at + 1L, decoded >>> 8);
    }

    private static @Nullable Object length(Args args) {
        String text = args.text(1);
        long from = position(args.integer(2, 1), text.length());
        long to = position(args.integer(3, -1), text.length());
        boolean lax = Values.truthy(args.get(4));
        if (from < 1 || from - 1 > text.length()) {
            throw args.error(2, "initial position out of bounds");
        }
        if (to - 1 >= text.length()) {
            throw args.error(3, "final position out of bounds");
        }
        long count = 0;
        int at = (int) from - 1;
        while (at < to) {
            args.budget().tick();
            long decoded = decode(text, at, !lax);
            if (decoded < 0) {
                return Values.many(null, at + 1L);
            }
            at += (int) (decoded & 0xFF);
            count++;
        }
        return count;
    }

    private static @Nullable Object offset(Args args) {
        String text = args.text(1);
        long n = args.integer(2);
        long start = position(args.integer(3, n >= 0 ? 1 : text.length() + 1L), text.length());
        if (start < 1 || start - 1 > text.length()) {
            throw args.error(3, "position out of bounds");
        }
        int at = (int) start - 1;
        if (n == 0) {
            while (at > 0 && isContinuation(text, at)) {
                args.budget().tick();
                at--;
            }
            return at + 1L;
        }
        if (isContinuation(text, at)) {
            throw args.machine().error("initial position is a continuation byte");
        }
        return n < 0 ? backward(args, text, at, n) : forward(args, text, at, n);
    }

    private static @Nullable Object backward(Args args, String text, int start, long n) {
        int at = start;
        long left = n;
        while (left < 0 && at > 0) {
            do {
                args.budget().tick();
                at--;
            } while (at > 0 && isContinuation(text, at));
            left++;
        }
        return left == 0 ? (Object) (at + 1L) : null;
    }

    private static @Nullable Object forward(Args args, String text, int start, long n) {
        int at = start;
        long left = n - 1;
        while (left > 0 && at < text.length()) {
            do {
                args.budget().tick();
                at++;
            } while (isContinuation(text, at));
            left--;
        }
        return left == 0 ? (Object) (at + 1L) : null;
    }

    private static boolean isContinuation(String text, int at) {
        return at < text.length() && (text.charAt(at) & 0xC0) == 0x80;
    }

    private static long position(long position, int length) {
        if (position >= 0) {
            return position;
        }
        return -position > length ? 0 : length + position + 1;
    }

    /** The code point at an index, shifted left by 8, with its length in bytes below; or -1. */
    private static long decode(String text, int at, boolean strict) {
        int lead = text.charAt(at);
        if (lead < 0x80) {
            return (long) lead << 8 | 1;
        }
        int length = Integer.numberOfLeadingZeros(~(lead << 24));
        if (length < 2 || length > 6 || at + length > text.length()) {
            return -1;
        }
        long code = lead & (0x7F >> length);
        for (int i = 1; i < length; i++) {
            if (!isContinuation(text, at + i)) {
                return -1;
            }
            code = code << 6 | (text.charAt(at + i) & 0x3F);
        }
        boolean surrogate = code >= 0xD800 && code <= 0xDFFF;
        if (code < SMALLEST[length] || (strict && (code > MAX_UNICODE || surrogate))) {
            return -1;
        }
        return code << 8 | length;
    }
}
