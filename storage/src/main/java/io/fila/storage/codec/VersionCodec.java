package io.fila.storage.codec;

/** The stored form of the format's version. */
public final class VersionCodec {
    private VersionCodec() {}

    public static byte[] write(byte[] key, int version) {
        return new ValueWriter(Integer.BYTES).number(version).seal(key);
    }

    public static int read(byte[] key, byte[] value) throws MalformedException {
        return ValueReader.open(key, value).number();
    }
}
