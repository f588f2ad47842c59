package io.fila.storage.codec;

import java.util.zip.CRC32C;

/**
 * The first bytes of every stored value: the version of its layout, and a checksum over key and value. RocksDB's own
 * checksums cover blocks of many records; this one tells which record of a damaged block is still good, and it covers the
 * key, because a record that turns up under another key is as wrong as one with another value.
 */
public final class Checksum {
    static final int HEADER_BYTES = 5;
    private static final byte VERSION = 1;
    private static final int CHECKSUM_AT = 1;

    private Checksum() {}

    static void close(byte[] key, byte[] value) {
        value[0] = VERSION;
        BigEndian.putInt(value, CHECKSUM_AT, checksum(key, value));
    }

    /** Tells whether the value is, bit for bit, what was stored under the key. */
    public static boolean isIntact(byte[] key, byte[] value) {
        return value.length >= HEADER_BYTES
                && value[0] == VERSION
                && BigEndian.getInt(value, CHECKSUM_AT) == checksum(key, value);
    }

    private static int checksum(byte[] key, byte[] value) {
        CRC32C crc = new CRC32C();
        crc.update(value, 0, CHECKSUM_AT);
        crc.update(key, 0, key.length);
        crc.update(value, HEADER_BYTES, value.length - HEADER_BYTES);
        return (int) crc.getValue();
    }
}
