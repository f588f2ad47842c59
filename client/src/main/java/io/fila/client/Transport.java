package io.fila.client;

import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.grpc.netty.shaded.io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The channel to one broker, with the single event loop that drives it if it is our own; connects at the first call. */
final class Transport implements AutoCloseable {
    /** The largest answer that is read; a larger one fails its call instead of filling the heap. */
    private static final int MAX_ANSWER_BYTES = 64 << 20;

    private static final long QUIET_MILLIS = 0;
    private static final long CLOSE_TIMEOUT_MILLIS = 1_000;

    private final @Nullable EventLoopGroup loop;
    private final ManagedChannel channel;

    private Transport(@Nullable EventLoopGroup loop, ManagedChannel channel) {
        this.loop = loop;
        this.channel = channel;
    }

    static Transport open(ClientOptions options) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("fila-client", true), io);
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(
                        options.address().host(), options.address().port())
                .eventLoopGroup(loop)
                .channelType(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                // Every listener of this client is short and never blocks, so no thread needs to be woken for it.
                .directExecutor()
                .flowControlWindow(options.windowBytes())
                .maxInboundMessageSize(MAX_ANSWER_BYTES);
        Tls tls = options.tls();
        if (tls == null) {
            builder.usePlaintext();
        } else {
            builder.useTransportSecurity().sslContext(sslContext(tls));
        }
        return new Transport(loop, builder.build());
    }

    /** A channel that somebody else made, and that ends with the client. */
    static Transport over(ManagedChannel channel) {
        return new Transport(null, channel);
    }

    ManagedChannel channel() {
        return channel;
    }

    /**
     * Ends the calls and the loop. Waits for the loop's thread, because a JVM that exits while a thread sits in a native
     * poll stalls for 300 ms; not on the loop itself, where that would wait for the caller.
     */
    @Override
    public void close() {
        channel.shutdownNow();
        if (loop == null) {
            return;
        }
        Future<?> ended = loop.shutdownGracefully(QUIET_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        if (!loop.next().inEventLoop()) {
            ended.awaitUninterruptibly(CLOSE_TIMEOUT_MILLIS);
        }
    }

    private static SslContext sslContext(Tls tls) {
        try {
            SslContextBuilder builder = GrpcSslContexts.forClient();
            if (tls.caCertificate() != null) {
                builder.trustManager(tls.caCertificate().toFile());
            }
            if (tls.certificate() != null && tls.key() != null) {
                builder.keyManager(tls.certificate().toFile(), tls.key().toFile());
            }
            return builder.build();
        } catch (SSLException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "Expected PEM files with certificates and an unencrypted key, but " + tls + " can't be used: "
                            + e.getMessage(),
                    e);
        }
    }
}
