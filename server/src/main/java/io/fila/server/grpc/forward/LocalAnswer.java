package io.fila.server.grpc.forward;

import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.SecurityLevel;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** The end of a call of bytes for a handler that answers with something else: what it says is encoded here. */
final class LocalAnswer<R> extends ServerCall<byte[], R> {
    private final MethodDescriptor<byte[], R> method;
    private final ServerCall<byte[], byte[]> call;

    private LocalAnswer(MethodDescriptor<byte[], R> method, ServerCall<byte[], byte[]> call) {
        this.method = method;
        this.call = call;
    }

    /** Hands a call over to the handler of a method. */
    @SuppressWarnings("unchecked") // requests of all our methods are bytes
    static <R> ServerCall.Listener<byte[]> start(
            ServerMethodDefinition<?, R> method, ServerCall<byte[], byte[]> call, Metadata headers) {
        ServerMethodDefinition<byte[], R> onBytes = (ServerMethodDefinition<byte[], R>) method;
        return onBytes.getServerCallHandler()
                .startCall(new LocalAnswer<>(onBytes.getMethodDescriptor(), call), headers);
    }

    @Override
    public void sendMessage(R message) {
        try (InputStream bytes = method.streamResponse(message)) {
            call.sendMessage(bytes.readAllBytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Override
    public void request(int messages) {
        call.request(messages);
    }

    @Override
    public void sendHeaders(Metadata headers) {
        call.sendHeaders(headers);
    }

    @Override
    public boolean isReady() {
        return call.isReady();
    }

    @Override
    public void close(Status status, Metadata trailers) {
        call.close(status, trailers);
    }

    @Override
    public boolean isCancelled() {
        return call.isCancelled();
    }

    @Override
    public Attributes getAttributes() {
        return call.getAttributes();
    }

    @Override
    public @Nullable String getAuthority() {
        return call.getAuthority();
    }

    @Override
    public SecurityLevel getSecurityLevel() {
        return call.getSecurityLevel();
    }

    @Override
    public MethodDescriptor<byte[], R> getMethodDescriptor() {
        return method;
    }
}
