package io.fila.server.http;

import io.fila.server.enqueue.BytesUnderWay;
import io.fila.server.port.ConnectionLimit;
import io.fila.server.port.EventLoops;
import io.fila.server.port.PlaintextWatch;
import io.fila.server.port.TlsContext;
import io.fila.server.tls.TlsMaterial;
import io.grpc.netty.shaded.io.netty.bootstrap.ServerBootstrap;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelFuture;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpDecoderConfig;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpServerCodec;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The HTTP port of a broker. */
public final class HttpPort implements AutoCloseable {
    /** Bytes of all headers of a request, and of its first line. */
    static final int HEADER_BYTES = 16 * 1024;

    private static final int FIRST_LINE_BYTES = 8 * 1024;

    /** How long a connection may be silent while nothing is asked of the broker. */
    private static final Duration IDLE = Duration.ofSeconds(60);

    /** One thread: people, scrapers and scripts with curl share it, and never take a processor from the gRPC port. */
    private static final int THREADS = 1;

    private final Channel channel;
    private final EventLoops loops;
    private final Set<Channel> connections;

    private HttpPort(Channel channel, EventLoops loops, Set<Channel> connections) {
        this.channel = channel;
        this.loops = loops;
        this.connections = connections;
    }

    /**
     * Opens a port.
     *
     * @param limits how much of it there may be
     * @param tls what it speaks TLS with; null if it speaks plaintext
     */
    public static HttpPort open(InetSocketAddress address, Site site, HttpLimits limits, @Nullable TlsMaterial tls)
            throws IOException {
        SslContext secure = tls == null ? null : TlsContext.forHttp(tls);
        Set<Channel> connections = ConcurrentHashMap.newKeySet();
        BytesUnderWay bodies = new BytesUnderWay(limits.bytesUnderWay());
        EventLoops loops = new EventLoops("fila-http", THREADS);
        ServerBootstrap port = new ServerBootstrap()
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel connection) {
                        connections.add(connection);
                        var _ = connection.closeFuture().addListener(closed -> connections.remove(connection));
                        if (secure != null) {
                            var _ = connection.pipeline().addLast(secure.newHandler(connection.alloc()));
                        }
                        RequestDeadline deadline = new RequestDeadline();
                        var _ = connection
                                .pipeline()
                                .addLast(
                                        new IdleStateHandler(true, 0, 0, IDLE.toSeconds(), TimeUnit.SECONDS),
                                        deadline,
                                        new HttpServerCodec(new HttpDecoderConfig()
                                                .setMaxHeaderSize(HEADER_BYTES)
                                                .setMaxInitialLineLength(FIRST_LINE_BYTES)),
                                        new Connection(site, bodies, limits.bodyBytes(), deadline));
                    }
                });
        loops.serve(
                port,
                new ConnectionLimit(
                        limits.connections(),
                        "limits.http_connections",
                        tls == null ? List.of() : List.of(new PlaintextWatch())));
        ChannelFuture bound = port.bind(address).awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.close();
            throw new IOException("Cannot listen on the port.", bound.cause());
        }
        return new HttpPort(bound.channel(), loops, connections);
    }

    /** The port itself, of use when the address left it to the system. */
    public int number() {
        return ((InetSocketAddress) channel.localAddress()).getPort();
    }

    /** Takes no more requests and ends the connections. */
    @Override
    public void close() {
        var _ = channel.close().awaitUninterruptibly();
        for (Channel connection : connections) {
            var _ = connection.close().awaitUninterruptibly();
        }
        loops.close();
    }
}
