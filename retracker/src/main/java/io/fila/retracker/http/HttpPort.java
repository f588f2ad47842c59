package io.fila.retracker.http;

import io.fila.retracker.net.EventLoops;
import io.fila.retracker.torrent.Endpoint;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;

/** The port on which the tracker is reached over HTTP. */
public final class HttpPort implements AutoCloseable {
    /** Bytes of a request's first line, which for a scrape has many hashes, and of its headers. */
    private static final int LINE_BYTES = 8 * 1024;

    private static final int HEADER_BYTES = 8 * 1024;

    /** Bytes that are read at once, so that a connection that is not to be read from has little left over. */
    private static final int READ_BYTES = 8 * 1024;

    private static final int FIRST_READ_BYTES = 2 * 1024;
    private static final int LEAST_READ_BYTES = 64;

    /** Connections that wait to be accepted: clients come in waves when a network comes back. */
    private static final int BACKLOG = 1024;

    private final Channel channel;

    private HttpPort(Channel channel) {
        this.channel = channel;
    }

    /**
     * Opens the port.
     *
     * @param connections open at once; beyond that, new ones are closed
     * @param connectionsPerAddress of them from one address, unless it is a proxy that is believed
     */
    public static HttpPort open(
            InetSocketAddress address,
            EventLoops loops,
            Pages pages,
            ClientAddress clients,
            int connections,
            int connectionsPerAddress,
            InstantSource clock)
            throws IOException {
        OpenConnections open = new OpenConnections(connections, connectionsPerAddress, clients::isTrusted);
        HttpDecoderConfig decoding =
                new HttpDecoderConfig().setMaxInitialLineLength(LINE_BYTES).setMaxHeaderSize(HEADER_BYTES);
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverSocket())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(
                        ChannelOption.RECVBUF_ALLOCATOR,
                        new AdaptiveRecvByteBufAllocator(LEAST_READ_BYTES, FIRST_READ_BYTES, READ_BYTES))
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        Endpoint sender = HttpConnection.sender(accepted);
                        if (!open.enter(sender)) {
                            var _ = accepted.close();
                            return;
                        }
                        var _ = accepted.closeFuture().addListener(closed -> open.leave(sender));
                        accepted.pipeline()
                                .addLast(new HttpServerCodec(decoding), new HttpConnection(pages, clients, clock));
                    }
                });
        return new HttpPort(EventLoops.bound(bootstrap.bind(address)));
    }

    /** The port; useful if the system chose it. */
    public int number() {
        return EventLoops.portOf(channel);
    }

    /** Accepts no more connections; open ones end with their event loop. */
    @Override
    public void close() {
        var _ = channel.close().awaitUninterruptibly();
    }
}
