package io.fila.server.grpc.message;

import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.server.grpc.call.FrameMarshaller;
import io.fila.server.grpc.call.RawBytes;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server's end of a Consume call whose transport does as it is told. One thread. */
public final class FakeCall extends ServerCall<byte[], Frame> {
    /** How many more messages the transport takes before it is not ready. */
    int room = Integer.MAX_VALUE;

    boolean broken;
    public boolean headersSent;

    public @Nullable Status closedWith;

    private final List<String> payloads = new ArrayList<>();

    /** Payloads written, in order; a long one as its first letter and its length. */
    List<String> payloads() {
        return payloads;
    }

    @Override
    public void request(int count) {}

    @Override
    public void sendHeaders(Metadata headers) {
        check(!headersSent && closedWith == null, "headers are sent once, first");
        headersSent = true;
    }

    @Override
    public void sendMessage(Frame frame) {
        check(headersSent && closedWith == null, "messages come between headers and end");
        if (broken) {
            throw new IllegalStateException("The connection is broken.");
        }
        check(isReady(), "nothing is written to a transport that is not ready");
        room--;
        try {
            String payload = ConsumeResponse.parseFrom(frame.open())
                    .getMessage()
                    .getPayload()
                    .toStringUtf8();
            payloads.add(payload.length() < 100 ? payload : payload.charAt(0) + " × " + payload.length());
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    @Override
    public boolean isReady() {
        return room > 0 && closedWith == null;
    }

    @Override
    public void close(Status status, Metadata trailers) {
        check(closedWith == null, "a call is closed once");
        closedWith = status;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public MethodDescriptor<byte[], Frame> getMethodDescriptor() {
        return FilaServiceGrpc.getConsumeMethod().toBuilder(RawBytes.INSTANCE, FrameMarshaller.INSTANCE)
                .build();
    }

    private static void check(boolean holds, String promise) {
        if (!holds) {
            throw new AssertionError("Expected that " + promise + ".");
        }
    }
}
