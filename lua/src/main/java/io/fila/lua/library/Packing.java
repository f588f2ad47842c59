package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import io.fila.lua.runtime.Budget;

/** {@code string.pack} and {@code packsize}. */
final class Packing {
    private static final int LONG_BYTES = 8;

    private Packing() {}

    static Object size(Args args) {
        PackFormat format = new PackFormat(args, args.text(1));
        long total = 0;
        while (format.next(total)) {
            if (format.kind == PackFormat.Kind.COUNTED_TEXT || format.kind == PackFormat.Kind.ZERO_TEXT) {
                throw args.error(1, "variable-length format");
            }
            total += format.size + format.padding;
            if (total > Integer.MAX_VALUE) {
                throw args.error(1, "format result too large");
            }
        }
        return total;
    }

    static Object pack(Args given) {
        // A missing argument is nil in the errors of the reference implementation.
        Args args = given.withNil();
        PackFormat format = new PackFormat(args, given.text(1));
        Budget budget = args.budget();
        StringBuilder bytes = new StringBuilder();
        int argument = 1;
        while (format.next(bytes.length())) {
            budget.allocate((long) format.padding + format.size);
            budget.charge((format.padding + format.size) / 16);
            bytes.repeat(0, format.padding);
            switch (format.kind) {
                case INTEGER -> integer(args, format, bytes, ++argument);
                case UNSIGNED -> unsigned(args, format, bytes, ++argument);
                case FLOAT -> {
                    int bits = Float.floatToRawIntBits((float) args.number(++argument));
                    append(bytes, bits, 4, format.littleEndian, false);
                }
                case DOUBLE -> {
                    long bits = Double.doubleToRawLongBits(args.number(++argument));
                    append(bytes, bits, LONG_BYTES, format.littleEndian, false);
                }
                case FIXED_TEXT -> {
                    String text = args.text(++argument);
                    if (text.length() > format.size) {
                        throw args.error(argument, "string longer than given size");
                    }
                    bytes.append(text).repeat(0, format.size - text.length());
                }
                case COUNTED_TEXT -> counted(args, format, bytes, ++argument);
                case ZERO_TEXT -> {
                    String text = args.text(++argument);
                    budget.allocate(text.length());
                    if (text.indexOf('\0') >= 0) {
                        throw args.error(argument, "string contains zeros");
                    }
                    bytes.append(text).append('\0');
                }
                case PADDING -> bytes.append('\0');
                case ALIGNMENT, NOTHING -> {}
            }
        }
        budget.allocateString(bytes.length());
        return bytes.toString();
    }

    private static void integer(Args args, PackFormat format, StringBuilder bytes, int argument) {
        long value = args.integer(argument);
        if (format.size < LONG_BYTES) {
            long limit = 1L << (format.size * 8 - 1);
            if (value < -limit || value >= limit) {
                throw args.error(argument, "integer overflow");
            }
        }
        append(bytes, value, format.size, format.littleEndian, value < 0);
    }

    private static void unsigned(Args args, PackFormat format, StringBuilder bytes, int argument) {
        long value = args.integer(argument);
        if (format.size < LONG_BYTES && value >>> (format.size * 8) != 0) {
            throw args.error(argument, "unsigned overflow");
        }
        append(bytes, value, format.size, format.littleEndian, false);
    }

    private static void counted(Args args, PackFormat format, StringBuilder bytes, int argument) {
        String text = args.text(argument);
        if (format.size < LONG_BYTES && (long) text.length() >>> (format.size * 8) != 0) {
            throw args.error(argument, "string length does not fit in given size");
        }
        append(bytes, text.length(), format.size, format.littleEndian, false);
        args.budget().allocate(text.length());
        bytes.append(text);
    }

    private static void append(StringBuilder bytes, long value, int size, boolean littleEndian, boolean negative) {
        for (int i = 0; i < size; i++) {
            int index = littleEndian ? i : size - 1 - i;
            int octet = index < LONG_BYTES ? (int) (value >>> (8 * index)) & 0xFF : negative ? 0xFF : 0;
            bytes.append((char) octet);
        }
    }
}
