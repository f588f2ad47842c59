package io.fila.storage.codec;

import io.fila.core.record.AgendaChanged;

/** The stored form of how many messages of a queue wait for their moment. */
public final class AgendaCodec {
    private AgendaCodec() {}

    public static byte[] write(byte[] key, AgendaChanged agenda) {
        return new ValueWriter(Long.BYTES).number(agenda.scheduled()).seal(key);
    }

    public static AgendaChanged read(byte[] key, byte[] value) throws MalformedException {
        return new AgendaChanged(
                Keys.readQueue(key), ValueReader.open(key, value).bigNumber());
    }
}
