package io.fila.retracker.bencode;

import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.MalformedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads bencode from strangers: strict about its grammar, and bounded, because a few bytes can promise gigabytes. Only the
 * order of a dictionary's names is forgiven, since there are trackers that do not sort; a name that comes twice is not.
 */
public final class BencodeReader {
    /** The deepest nesting of dictionaries and sequences; a tracker's answer has three levels. */
    public static final int MAX_DEPTH = 16;

    /** Values in one document; two bytes make a value, and a value takes many in memory. */
    public static final int MAX_VALUES = 20_000;

    private static final int MAX_DIGITS = 19;

    private final byte[] bytes;
    private int at;
    private int values;

    private BencodeReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads one value and expects nothing after it.
     *
     * @throws MalformedException if it is anything else
     */
    public static Bencoded read(byte[] bytes) {
        BencodeReader reader = new BencodeReader(bytes);
        Bencoded value = reader.value(0);
        if (reader.at != bytes.length) {
            throw new MalformedException("Expected the end after the value but found " + (bytes.length - reader.at)
                    + " more bytes at byte " + reader.at + ".");
        }
        return value;
    }

    private Bencoded value(int depth) {
        if (depth > MAX_DEPTH) {
            throw new MalformedException("Expected values at most " + MAX_DEPTH + " deep but found deeper ones.");
        }
        if (++values > MAX_VALUES) {
            throw new MalformedException("Expected at most " + MAX_VALUES + " values but found more.");
        }
        byte kind = peek();
        return switch (kind) {
            case 'i' -> whole();
            case 'l' -> sequence(depth);
            case 'd' -> dictionary(depth);
            default -> new Bencoded.Text(text());
        };
    }

    private Bencoded.Whole whole() {
        at++;
        boolean negative = peek() == '-';
        if (negative) {
            at++;
        }
        long value = digits('e', Long.MAX_VALUE);
        if (negative && value == 0) {
            throw unexpected("a number that is not negative zero", at - 1);
        }
        return new Bencoded.Whole(negative ? -value : value);
    }

    private Bencoded.Sequence sequence(int depth) {
        at++;
        List<Bencoded> items = new ArrayList<>();
        while (peek() != 'e') {
            items.add(value(depth + 1));
        }
        at++;
        return new Bencoded.Sequence(items);
    }

    private Bencoded.Dictionary dictionary(int depth) {
        at++;
        SortedMap<String, Bencoded> entries = new TreeMap<>();
        while (peek() != 'e') {
            int start = at;
            String name = text();
            if (entries.put(name, value(depth + 1)) != null) {
                throw unexpected("a name that has not come before", start);
            }
        }
        at++;
        return new Bencoded.Dictionary(entries);
    }

    private String text() {
        int length = (int) digits(':', bytes.length);
        if (length > bytes.length - at) {
            throw new MalformedException("Expected " + length + " bytes of a text at byte " + at + " but only "
                    + (bytes.length - at) + " follow.");
        }
        String text = Latin1.text(Arrays.copyOfRange(bytes, at, at + length));
        at += length;
        return text;
    }

    /** Digits without leading zeros, and what ends them. */
    private long digits(char end, long most) {
        int start = at;
        long value = 0;
        while (isDigit(peek())) {
            int digit = bytes[at] - '0';
            if (at - start == MAX_DIGITS || value > (most - digit) / 10) {
                throw unexpected("a number of at most " + most, start);
            }
            value = value * 10 + digit;
            at++;
        }
        boolean padded = at - start > 1 && bytes[start] == '0';
        if (at == start || padded || peek() != end) {
            throw unexpected("digits without leading zeros and then '" + end + "'", start);
        }
        at++;
        return value;
    }

    private byte peek() {
        if (at >= bytes.length) {
            throw new MalformedException("Expected more but it ends after " + bytes.length + " bytes.");
        }
        return bytes[at];
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static MalformedException unexpected(String wanted, int at) {
        return new MalformedException("Expected " + wanted + " at byte " + at + " but found something else.");
    }
}
