package io.fila.client.connection;

import io.fila.client.Address;
import io.fila.client.ClientOptions;
import io.fila.client.Tls;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.Channel;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The channels to a broker and to those it refers us to, on one event loop; each connects at its first call. */
public final class Transport implements AutoCloseable {
    /** The largest answer that is read; a larger one fails its call instead of filling the heap. */
    static final int MAX_ANSWER_BYTES = 64 << 20;

    /** Brokers that are talked to at most. When there would be one more, those that are not home are let go. */
    private static final int MAX_BROKERS = 16;

    /** A connection with calls on it that is silent for so long is asked whether it is alive, and has so long to answer. */
    private static final long SILENCE_SECONDS = 10;

    private static final long ANSWER_SECONDS = 5;

    private static final long QUIET_MILLIS = 0;

    /** What the loop may still have to do for channels that end, where nobody can wait for them. */
    private static final long QUIET_ON_THE_LOOP_MILLIS = 100;

    private static final long CLOSE_TIMEOUT_MILLIS = 1_000;

    private final @Nullable EventLoopGroup loop;
    private final Function<Address, ManagedChannel> maker;
    private final Address home;
    private final Map<Address, ManagedChannel> channels = new HashMap<>();

    private Transport(@Nullable EventLoopGroup loop, Function<Address, ManagedChannel> maker, Address home) {
        this.loop = loop;
        this.maker = maker;
        this.home = home;
        // At once, because what can't be used should be said where it was given.
        channels.put(home, maker.apply(home));
    }

    public static Transport open(ClientOptions options) {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("fila-client", true), io);
        Class<? extends Channel> type = epoll ? EpollSocketChannel.class : NioSocketChannel.class;
        try {
            return new Transport(loop, address -> channel(address, options, loop, type), options.address());
        } catch (RuntimeException unusable) {
            Future<?> unused = loop.shutdownGracefully(QUIET_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            throw unusable;
        }
    }

    /** A channel that somebody else made, which ends with the client and leads wherever it leads. */
    public static Transport over(ManagedChannel channel, Address home) {
        return new Transport(null, address -> channel, home);
    }

    /** The channel to a broker. */
    synchronized ManagedChannel channel(Address address) {
        ManagedChannel channel = channels.get(address);
        if (channel == null) {
            if (channels.size() == MAX_BROKERS) {
                letStrangersGo();
            }
            channel = maker.apply(address);
            channels.put(address, channel);
        }
        return channel;
    }

    private void letStrangersGo() {
        channels.forEach((address, channel) -> {
            if (!address.equals(home)) {
                channel.shutdown();
            }
        });
        channels.keySet().retainAll(Set.of(home));
    }

    private static ManagedChannel channel(
            Address address, ClientOptions options, EventLoopGroup loop, Class<? extends Channel> type) {
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(address.host(), address.port())
                .eventLoopGroup(loop)
                .channelType(type)
                // Every listener of this client is short and never blocks, so no thread needs to be woken for it.
                .directExecutor()
                .flowControlWindow(options.windowBytes())
                .maxInboundMessageSize(MAX_ANSWER_BYTES)
                .keepAliveTime(SILENCE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(ANSWER_SECONDS, TimeUnit.SECONDS);
        Tls tls = options.tls();
        if (tls == null) {
            builder.usePlaintext();
        } else {
            builder.useTransportSecurity().sslContext(sslContext(tls));
        }
        return builder.build();
    }

    /**
     * Ends the calls, then the loop: a channel that looks for its broker when its loop goes would never end its calls. Waits
     * for the loop's thread, because a JVM that exits while a thread sits in a native poll stalls for 300 ms; not on the loop
     * itself, where that would wait for the caller.
     */
    @Override
    public void close() {
        List<ManagedChannel> open;
        synchronized (this) {
            open = List.copyOf(channels.values());
        }
        open.forEach(ManagedChannel::shutdownNow);
        if (loop == null) {
            return;
        }
        if (loop.next().inEventLoop()) {
            Future<?> unused =
                    loop.shutdownGracefully(QUIET_ON_THE_LOOP_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
            return;
        }
        open.forEach(Transport::awaitEnd);
        loop.shutdownGracefully(QUIET_MILLIS, CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_TIMEOUT_MILLIS);
    }

    private static void awaitEnd(ManagedChannel channel) {
        try {
            boolean unused = channel.awaitTermination(CLOSE_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
