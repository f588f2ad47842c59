package io.fila.storage.codec;

import io.fila.core.message.Envelope;
import io.fila.core.message.Place;
import io.fila.core.record.MessageMoved;

/** The stored form of a lease. */
public final class LeaseCodec {
    private static final int TYPICAL_BYTES = EnvelopeCodec.TYPICAL_BYTES + 2 * Long.BYTES + Integer.BYTES;

    private static final long LONG_AGO = 0;

    private LeaseCodec() {}

    public static byte[] write(byte[] key, Envelope envelope, int attempts, Place.Leased lease) {
        ValueWriter writer = new ValueWriter(TYPICAL_BYTES)
                .number(lease.deadlineNanos())
                .number(lease.leaseId())
                .number(attempts);
        return EnvelopeCodec.write(writer, envelope).seal(key);
    }

    /** An expired lease, rebuilt from the stored message. The number of attempts is lost. */
    public static byte[] writeRunOut(byte[] key, byte[] body) throws MalformedException {
        Place.Leased place = new Place.Leased(Keys.readMessage(key).queue(), LONG_AGO, LONG_AGO);
        return write(key, BodyCodec.readEnvelope(key, body), 0, place);
    }

    /** The lease as recovery reports it: a message that came from nowhere. */
    public static MessageMoved read(byte[] key, byte[] value) throws MalformedException {
        Keys.MessageKey message = Keys.readMessage(key);
        ValueReader reader = ValueReader.open(key, value);
        Place place = new Place.Leased(message.queue(), reader.bigNumber(), reader.bigNumber());
        int attempts = reader.number();
        return new MessageMoved(EnvelopeCodec.read(message.id(), reader), attempts, null, Place.NOWHERE, place);
    }
}
