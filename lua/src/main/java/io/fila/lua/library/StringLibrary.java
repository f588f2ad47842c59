package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.LuaTable;
import io.fila.lua.runtime.Machine;
import io.fila.lua.runtime.Values;
import org.jspecify.annotations.Nullable;

/** The table {@code string}, which is also where the methods of strings are found. */
final class StringLibrary {
    private static final long MAX_LENGTH = Integer.MAX_VALUE - 64;

    private StringLibrary() {}

    static void install(Machine machine) {
        LuaTable table = machine.strings();
        machine.globals().put("string", table);
        new Library(machine, table, "string.")
                .add("byte", StringLibrary::bytes)
                .add("char", StringLibrary::characters)
                .add("find", Searching::find)
                .add("format", Formatting::format)
                .add("gmatch", Searching::gmatch)
                .add("gsub", Substitution::gsub)
                .add("len", args -> (long) args.text(1).length())
                .add("lower", args -> mapped(args, 'A', 'Z', 32))
                .add("match", Searching::match)
                .add("pack", Packing::pack)
                .add("packsize", Packing::size)
                .add("rep", StringLibrary::repeat)
                .add("reverse", StringLibrary::reverse)
                .add("sub", StringLibrary::sub)
                .add("unpack", Unpacking::unpack)
                .add("upper", args -> mapped(args, 'a', 'z', -32));
    }

    /** A position from the front; negative ones count from the end, before the front is 1. */
    static long start(long position, int length) {
        if (position > 0) {
            return position;
        }
        return position == 0 || position < -length ? 1 : length + position + 1;
    }

    /** A position from the front; negative ones count from the end, before the front is 0, after the end is the end. */
    static long end(long position, int length) {
        if (position > length) {
            return length;
        }
        if (position >= 0) {
            return position;
        }
        return position < -length ? 0 : length + position + 1;
    }

    private static Object sub(Args args) {
        String text = args.text(1);
        long from = start(args.integer(2), text.length());
        long to = end(args.integer(3, -1), text.length());
        if (from > to) {
            return "";
        }
        if (from == 1 && to == text.length()) {
            return text;
        }
        args.budget().allocateString(to - from + 1);
        return text.substring((int) from - 1, (int) to);
    }

    private static @Nullable Object bytes(Args args) {
        String text = args.text(1);
        long position = args.integer(2, 1);
        long from = start(position, text.length());
        long to = end(args.integer(3, position), text.length());
        if (from > to) {
            return Values.NONE;
        }
        if (from == to) {
            return (long) text.charAt((int) from - 1);
        }
        int count = (int) (to - from + 1);
        args.budget().allocate(16 + 24L * count);
        @Nullable Object[] bytes = new Object[count];
        for (int i = 0; i < count; i++) {
            args.budget().stride(i);
            bytes[i] = (long) text.charAt((int) from - 1 + i);
        }
        return bytes;
    }

    private static Object characters(Args args) {
        args.budget().allocateString(args.count());
        StringBuilder text = new StringBuilder(args.count());
        for (int i = 1; i <= args.count(); i++) {
            args.budget().tick();
            long code = args.integer(i);
            if (code < 0 || code > 255) {
                throw args.error(i, "value out of range");
            }
            text.append((char) code);
        }
        return text.toString();
    }

    private static Object mapped(Args args, char first, char last, int offset) {
        String text = args.text(1);
        int at = 0;
        while (at < text.length() && (text.charAt(at) < first || text.charAt(at) > last)) {
            args.budget().stride(at);
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        args.budget().allocateString(text.length());
        StringBuilder mapped = new StringBuilder(text.length()).append(text, 0, at);
        for (; at < text.length(); at++) {
            args.budget().stride(at);
            char c = text.charAt(at);
            mapped.append(c >= first && c <= last ? (char) (c + offset) : c);
        }
        return mapped.toString();
    }

    private static Object reverse(Args args) {
        String text = args.text(1);
        args.budget().charge(1 + text.length() / 16);
        args.budget().allocateString(text.length());
        return new StringBuilder(text).reverse().toString();
    }

    private static Object repeat(Args args) {
        String text = args.text(1);
        long count = args.integer(2);
        String separator = args.text(3, "");
        if (count <= 0) {
            return "";
        }
        long unit = (long) text.length() + separator.length();
        if (unit == 0) {
            return "";
        }
        if (unit >= Long.MAX_VALUE / count) {
            throw args.machine().error("resulting string too large");
        }
        long length = unit * count - separator.length();
        args.budget().allocateString(length);
        if (length > MAX_LENGTH) {
            throw args.machine().error("resulting string too large");
        }
        args.budget().charge(length / 64);
        if (separator.isEmpty()) {
            return text.repeat((int) count);
        }
        StringBuilder repeated = new StringBuilder((int) length);
        for (long i = 1; i < count; i++) {
            args.budget().tick();
            repeated.append(text).append(separator);
        }
        return repeated.append(text).toString();
    }
}
