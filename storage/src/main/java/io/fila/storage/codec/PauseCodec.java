package io.fila.storage.codec;

import io.fila.core.record.DeliveryPaused;

/** The stored form of a pause. It has no fields: a pause exists or does not. */
public final class PauseCodec {
    private PauseCodec() {}

    public static byte[] write(byte[] key) {
        return new ValueWriter(0).seal(key);
    }

    public static DeliveryPaused read(byte[] key, byte[] value) throws MalformedException {
        Keys.NameKey name = Keys.readNameIn(key);
        ValueReader.open(key, value);
        return new DeliveryPaused(name.queue(), name.name(), true);
    }
}
