package io.fila.storage.codec;

import io.fila.core.message.Body;
import io.fila.core.message.Envelope;

/** The stored form of a message: its envelope, from which a lost lease can be rebuilt, and its body. */
public final class BodyCodec {
    private BodyCodec() {}

    public static byte[] write(byte[] key, Envelope envelope, Body body) {
        ValueWriter writer = new ValueWriter(EnvelopeCodec.TYPICAL_BYTES);
        return EnvelopeCodec.write(writer, envelope).rest(body.bytes()).seal(key);
    }

    public static Body read(byte[] key, byte[] value) throws MalformedException {
        ValueReader reader = ValueReader.open(key, value);
        EnvelopeCodec.skip(reader);
        return new Body(reader.rest());
    }

    public static Envelope readEnvelope(byte[] key, byte[] value) throws MalformedException {
        return EnvelopeCodec.read(Keys.readMessage(key).id(), ValueReader.open(key, value));
    }
}
