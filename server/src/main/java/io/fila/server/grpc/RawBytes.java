package io.fila.server.grpc;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Hands requests over as they came. They are parsed by the handlers, which can answer a malformed one with a sentence; a
 * marshaller can't.
 */
final class RawBytes implements Marshaller<byte[]> {
    static final RawBytes INSTANCE = new RawBytes();

    private RawBytes() {}

    @Override
    public InputStream stream(byte[] value) {
        return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
        try {
            return stream instanceof KnownLength ? stream.readNBytes(stream.available()) : stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
