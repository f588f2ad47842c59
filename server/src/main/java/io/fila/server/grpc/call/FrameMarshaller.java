package io.fila.server.grpc.call;

import io.fila.server.wire.Frame;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.InputStream;

/** Writes responses that are already encoded. */
public final class FrameMarshaller implements Marshaller<Frame> {
    public static final FrameMarshaller INSTANCE = new FrameMarshaller();

    private FrameMarshaller() {}

    @Override
    public InputStream stream(Frame frame) {
        return frame.open();
    }

    @Override
    public Frame parse(InputStream stream) {
        throw new UnsupportedOperationException("The broker writes responses and never reads one.");
    }
}
