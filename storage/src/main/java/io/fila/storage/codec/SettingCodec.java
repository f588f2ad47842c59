package io.fila.storage.codec;

import io.fila.core.record.ConfigChanged;

/** The stored form of a runtime setting. */
public final class SettingCodec {
    private static final int TYPICAL_BYTES = 32;

    private SettingCodec() {}

    public static byte[] write(byte[] key, String value) {
        return new ValueWriter(TYPICAL_BYTES).text(value).seal(key);
    }

    public static ConfigChanged read(byte[] key, byte[] value) throws MalformedException {
        return new ConfigChanged(
                Keys.readName(key), ValueReader.open(key, value).text());
    }
}
