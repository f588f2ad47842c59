package io.fila.lua.library;

import io.fila.lua.runtime.Args;

/** Reads the format of {@code string.pack} and its relatives, one item at a time. */
final class PackFormat {
    private static final int MAX_INTEGER_BYTES = 16;
    private static final int NATIVE_ALIGNMENT = 8;
    private static final int MAX_SIZE = Integer.MAX_VALUE / 16;

    /** What an item stands for. */
    enum Kind {
        INTEGER,
        UNSIGNED,
        FLOAT,
        DOUBLE,
        FIXED_TEXT,
        COUNTED_TEXT,
        ZERO_TEXT,
        PADDING,
        ALIGNMENT,
        NOTHING
    }

    private final Args args;
    private final String format;
    private int at;
    private int maxAlignment = 1;

    boolean littleEndian = true;
    /** The kind of the item last read. */
    Kind kind = Kind.NOTHING;
    /** Its size in bytes; of counted text, that of the count. */
    int size;
    /** The padding it needs before it. */
    int padding;

    PackFormat(Args args, String format) {
        this.args = args;
        this.format = format;
    }

    /** Reads the next item of something of so many bytes; false at the end. */
    boolean next(long total) {
        if (at >= format.length()) {
            return false;
        }
        args.budget().charge(2);
        readOption();
        int alignment = size;
        if (kind == Kind.ALIGNMENT) {
            alignment = readAlignment();
        }
        padding = 0;
        boolean aligned = kind == Kind.INTEGER
                || kind == Kind.UNSIGNED
                || kind == Kind.FLOAT
                || kind == Kind.DOUBLE
                || kind == Kind.COUNTED_TEXT
                || kind == Kind.ALIGNMENT;
        if (aligned && alignment > 1) {
            int effective = Math.min(alignment, maxAlignment);
            if (effective > 1) {
                if ((effective & (effective - 1)) != 0) {
                    throw args.error(1, "format asks for alignment not power of 2");
                }
                padding = (int) ((effective - (total & (effective - 1))) & (effective - 1));
            }
        }
        return true;
    }

    private int readAlignment() {
        if (at >= format.length()) {
            throw args.error(1, "invalid next option for option 'X'");
        }
        readOption();
        int alignment = size;
        boolean usable = kind != Kind.FIXED_TEXT && alignment > 0;
        kind = Kind.ALIGNMENT;
        size = 0;
        if (!usable) {
            throw args.error(1, "invalid next option for option 'X'");
        }
        return alignment;
    }

    private void readOption() {
        char option = format.charAt(at++);
        kind = Kind.NOTHING;
        size = 0;
        switch (option) {
            case 'b' -> integer(Kind.INTEGER, 1);
            case 'B' -> integer(Kind.UNSIGNED, 1);
            case 'h' -> integer(Kind.INTEGER, 2);
            case 'H' -> integer(Kind.UNSIGNED, 2);
            case 'i' -> integer(Kind.INTEGER, readLimited(4));
            case 'I' -> integer(Kind.UNSIGNED, readLimited(4));
            case 'l', 'j' -> integer(Kind.INTEGER, 8);
            case 'L', 'J', 'T' -> integer(Kind.UNSIGNED, 8);
            case 'f' -> integer(Kind.FLOAT, 4);
            case 'd', 'n' -> integer(Kind.DOUBLE, 8);
            case 's' -> integer(Kind.COUNTED_TEXT, readLimited(8));
            case 'c' -> {
                int count = readNumber(-1);
                if (count < 0) {
                    throw args.machine().error("missing size for format option 'c'");
                }
                integer(Kind.FIXED_TEXT, count);
            }
            case 'z' -> kind = Kind.ZERO_TEXT;
            case 'x' -> integer(Kind.PADDING, 1);
            case 'X' -> kind = Kind.ALIGNMENT;
            case ' ' -> {}
            case '<', '=' -> littleEndian = true;
            case '>' -> littleEndian = false;
            case '!' -> maxAlignment = readLimited(NATIVE_ALIGNMENT);
            default -> throw args.machine().error("invalid format option '" + option + "'");
        }
    }

    private void integer(Kind read, int bytes) {
        kind = read;
        size = bytes;
    }

    private int readNumber(int absent) {
        if (at >= format.length() || !CharacterClass.isDigit(format.charAt(at))) {
            return absent;
        }
        int value = 0;
        while (at < format.length() && CharacterClass.isDigit(format.charAt(at)) && value <= MAX_SIZE) {
            value = value * 10 + format.charAt(at++) - '0';
        }
        return value;
    }

    private int readLimited(int absent) {
        int value = readNumber(absent);
        if (value < 1 || value > MAX_INTEGER_BYTES) {
            throw args.machine().error("integral size (" + value + ") out of limits [1," + MAX_INTEGER_BYTES + "]");
        }
        return value;
    }
}
