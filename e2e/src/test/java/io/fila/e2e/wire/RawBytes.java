package io.fila.e2e.wire;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.KnownLength;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Calls whose request is any bytes, fit for the method or not. */
public final class RawBytes {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private RawBytes() {}

    /** Makes a unary call, which is expected to be refused. */
    public static byte[] call(Channel channel, String method, byte[] request) {
        MethodDescriptor<byte[], byte[]> descriptor = MethodDescriptor.newBuilder(new Marshaller(), new Marshaller())
                .setType(MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(method)
                .build();
        return ClientCalls.blockingUnaryCall(
                channel,
                descriptor,
                CallOptions.DEFAULT.withDeadlineAfter(PATIENCE.toMillis(), TimeUnit.MILLISECONDS),
                request);
    }

    private static final class Marshaller implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new Sized(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    private static final class Sized extends ByteArrayInputStream implements KnownLength {
        Sized(byte[] bytes) {
            super(bytes);
        }
    }
}
