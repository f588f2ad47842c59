package io.fila.server;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Sends requests as they are, for clients that do not know what they say. */
enum RawBytesOut implements MethodDescriptor.Marshaller<ByteString> {
    INSTANCE;

    @Override
    public InputStream stream(ByteString value) {
        return value.newInput();
    }

    @Override
    public ByteString parse(InputStream stream) {
        try {
            return ByteString.readFrom(stream);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
