package io.fila.storage.codec;

import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.Place;

/** The stored form of a scheduled message. */
public final class ScheduledCodec {
    private static final int TYPICAL_BYTES = EnvelopeCodec.TYPICAL_BYTES + Integer.BYTES;

    private ScheduledCodec() {}

    public static byte[] write(byte[] key, Envelope envelope, int attempts) {
        return EnvelopeCodec.write(new ValueWriter(TYPICAL_BYTES).number(attempts), envelope)
                .seal(key);
    }

    public static Message read(byte[] key, byte[] value) throws MalformedException {
        Keys.DueKey due = Keys.readDue(key);
        ValueReader reader = ValueReader.open(key, value);
        int attempts = reader.number();
        Place place = new Place.Scheduled(due.queue(), due.moment().dueNanos());
        return new Message(EnvelopeCodec.read(due.moment().id(), reader), attempts, place, null);
    }
}
