package io.fila.lua.library;

import io.fila.lua.runtime.Args;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code string.unpack}. */
final class Unpacking {
    private static final int LONG_BYTES = 8;

    private final Args args;
    private final PackFormat format;
    private final String data;
    private int at;

    private Unpacking(Args args, PackFormat format, String data, int at) {
        this.args = args;
        this.format = format;
        this.data = data;
        this.at = at;
    }

    static Object unpack(Args args) {
        PackFormat format = new PackFormat(args, args.text(1));
        String data = args.text(2);
        long start = StringLibrary.start(args.integer(3, 1), data.length()) - 1;
        if (start > data.length()) {
            throw args.error(3, "initial position out of string");
        }
        return new Unpacking(args, format, data, (int) start).run();
    }

    private Object run() {
        List<@Nullable Object> values = new ArrayList<>();
        while (format.next(at)) {
            if ((long) format.padding + format.size > data.length() - at) {
                throw args.error(2, "data string too short");
            }
            at += format.padding;
            args.budget().allocate(24);
            switch (format.kind) {
                case INTEGER -> values.add(integer(format.size, true));
                case UNSIGNED -> values.add(integer(format.size, false));
                case FLOAT -> values.add((double) Float.intBitsToFloat((int) integer(4, false)));
                case DOUBLE -> values.add(Double.longBitsToDouble(integer(LONG_BYTES, false)));
                case FIXED_TEXT -> values.add(text(format.size));
                case COUNTED_TEXT -> values.add(counted());
                case ZERO_TEXT -> values.add(zeroTerminated());
                case PADDING -> at++;
                case ALIGNMENT, NOTHING -> {}
            }
        }
        values.add(at + 1L);
        return values.size() == 1 ? at + 1L : values.toArray();
    }

    private long integer(int size, boolean signed) {
        long value = 0;
        int limit = Math.min(size, LONG_BYTES);
        for (int i = limit - 1; i >= 0; i--) {
            value = value << 8 | octet(i, size);
        }
        if (size < LONG_BYTES) {
            if (signed) {
                int shift = 64 - size * 8;
                value = value << shift >> shift;
            }
        } else {
            int expected = signed && value < 0 ? 0xFF : 0;
            for (int i = limit; i < size; i++) {
                if (octet(i, size) != expected) {
                    throw args.machine().error(size + "-byte integer does not fit into Lua Integer");
                }
            }
        }
        at += size;
        return value;
    }

    private int octet(int index, int size) {
        return data.charAt(at + (format.littleEndian ? index : size - 1 - index));
    }

    private String text(int length) {
        args.budget().allocateString(length);
        String text = data.substring(at, at + length);
        at += length;
        return text;
    }

    private String counted() {
        long length = integer(format.size, false);
        if (length < 0 || length > data.length() - at) {
            throw args.error(2, "data string too short");
        }
        return text((int) length);
    }

    private String zeroTerminated() {
        int end = data.indexOf('\0', at);
        args.budget().chargeBulk((end < 0 ? data.length() : end) - at);
        if (end < 0) {
            throw args.error(2, "unfinished string for format 'z'");
        }
        String text = text(end - at);
        at++;
        return text;
    }
}
