package io.fila.storage.codec;

import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;

/** The stored form of a pending message's place in line. */
public final class EntryCodec {
    private static final int TYPICAL_BYTES = EnvelopeCodec.TYPICAL_BYTES + 2 * Long.BYTES + Integer.BYTES;

    private EntryCodec() {}

    public static byte[] write(byte[] key, Envelope envelope, int attempts) {
        ValueWriter writer = new ValueWriter(TYPICAL_BYTES)
                .number(envelope.id().high())
                .number(envelope.id().low())
                .number(attempts);
        return EnvelopeCodec.write(writer, envelope).seal(key);
    }

    public static Message read(byte[] key, byte[] value) throws MalformedException {
        Keys.EntryKey entry = Keys.readEntry(key);
        ValueReader reader = ValueReader.open(key, value);
        MessageId id = new MessageId(reader.bigNumber(), reader.bigNumber());
        int attempts = reader.number();
        Place place = new Place.Ready(entry.queue(), entry.fairnessKey(), entry.lane(), entry.position());
        return new Message(EnvelopeCodec.read(id, reader), attempts, place, null);
    }
}
