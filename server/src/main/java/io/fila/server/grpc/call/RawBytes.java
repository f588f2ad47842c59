package io.fila.server.grpc.call;

import io.grpc.KnownLength;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Passes requests on as raw bytes. The handlers parse them, because they can answer a malformed request with a sentence; a
 * marshaller cannot.
 */
public final class RawBytes implements Marshaller<byte[]> {
    public static final RawBytes INSTANCE = new RawBytes();

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
