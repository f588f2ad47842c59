package io.fila.storage.codec;

import java.util.Arrays;

/** The stored form of a damaged record that was set aside: where it was, what was there, why it went, and when. */
public final class QuarantineCodec {
    private static final int TYPICAL_BYTES = 128;

    private QuarantineCodec() {}

    /**
     * A record that was set aside.
     *
     * @param family the code of the column family it was in
     * @param key the key it was found under, raw
     * @param value what was stored under it, raw; empty if nothing could be read
     */
    @SuppressWarnings("ArrayRecordComponent") // raw evidence, never compared
    public record Exhibit(byte family, byte[] key, byte[] value, String reason, long atMillis) {}

    /** The original key comes first, so that what belongs to a queue is deleted with it. */
    public static byte[] key(byte family, byte[] original) {
        byte[] key = Arrays.copyOf(original, original.length + 1);
        key[original.length] = family;
        return key;
    }

    public static byte[] write(byte[] key, byte[] value, String reason, long atMillis) {
        return new ValueWriter(TYPICAL_BYTES)
                .number(atMillis)
                .text(reason)
                .rest(value)
                .seal(key);
    }

    public static Exhibit read(byte[] key, byte[] value) throws MalformedException {
        if (key.length == 0) {
            throw new MalformedException();
        }
        ValueReader reader = ValueReader.open(key, value);
        long atMillis = reader.bigNumber();
        String reason = reader.text();
        return new Exhibit(key[key.length - 1], Arrays.copyOf(key, key.length - 1), reader.rest(), reason, atMillis);
    }
}
