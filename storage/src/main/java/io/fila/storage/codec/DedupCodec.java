package io.fila.storage.codec;

import io.fila.core.message.MessageId;
import io.fila.core.record.DedupChanged;

/** The stored form of a dedup key that is taken. */
public final class DedupCodec {
    private static final int BYTES = 3 * Long.BYTES;

    private DedupCodec() {}

    public static byte[] write(byte[] key, MessageId holder, long untilNanos) {
        return new ValueWriter(BYTES)
                .number(holder.high())
                .number(holder.low())
                .number(untilNanos)
                .seal(key);
    }

    public static DedupChanged read(byte[] key, byte[] value) throws MalformedException {
        Keys.NameKey name = Keys.readNameIn(key);
        ValueReader reader = ValueReader.open(key, value);
        MessageId holder = new MessageId(reader.bigNumber(), reader.bigNumber());
        return new DedupChanged(name.queue(), name.name(), holder, reader.bigNumber());
    }
}
