package io.fila.server;

import io.fila.server.settings.ListenAddress;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.HandlerRegistry;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A node to which calls are forwarded, and that answers none unless the test does. */
final class ScriptedLeader implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;

    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();
    private final Server server;

    /** A call that has come. */
    static final class Call extends ServerCall.Listener<byte[]> {
        final ServerCall<byte[], byte[]> call;
        final Metadata headers;
        final @Nullable Deadline deadline = Context.current().getDeadline();
        final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
        volatile boolean cancelled;

        Call(ServerCall<byte[], byte[]> call, Metadata headers) {
            this.call = call;
            this.headers = headers;
        }

        @Override
        public void onMessage(byte[] message) {
            messages.add(message);
        }

        @Override
        public void onCancel() {
            cancelled = true;
        }
    }

    ScriptedLeader() throws IOException {
        server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .fallbackHandlerRegistry(new HandlerRegistry() {
                    @Override
                    public ServerMethodDefinition<?, ?> lookupMethod(String name, @Nullable String authority) {
                        MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(new Bytes(), new Bytes())
                                .setType(MethodDescriptor.MethodType.UNKNOWN)
                                .setFullMethodName(name)
                                .build();
                        return ServerMethodDefinition.create(method, (call, headers) -> {
                            Call begun = new Call(call, headers);
                            calls.add(begun);
                            return begun;
                        });
                    }
                })
                .build()
                .start();
    }

    ListenAddress address() {
        return new ListenAddress("127.0.0.1", server.getPort());
    }

    Call next() throws InterruptedException {
        Call call = calls.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (call == null) {
            throw new AssertionError("Expected a call to be forwarded but none came.");
        }
        return call;
    }

    /** Breaks all connections. */
    void die() {
        server.shutdownNow();
    }

    @Override
    public void close() {
        die();
    }

    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
