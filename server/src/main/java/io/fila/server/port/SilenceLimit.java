package io.fila.server.port;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInitializer;
import io.grpc.netty.shaded.io.netty.handler.timeout.IdleStateEvent;
import io.grpc.netty.shaded.io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection over which nothing has come for a while, not even the answer to a ping: its client is gone. gRPC sends the
 * pings, but when none is answered it closes only connections without streams: it resets the streams of the others and then waits
 * for these resets to be sent, which it never asks for. For the pipeline of one connection, before TLS; its event loop.
 */
public final class SilenceLimit extends IdleStateHandler {
    private static final long NO_LIMIT = 0;

    private SilenceLimit(Duration silence) {
        super(silence.toMillis(), NO_LIMIT, NO_LIMIT, TimeUnit.MILLISECONDS);
    }

    /** Puts one into the pipeline of every connection. */
    public static ChannelHandler forEveryConnection(Duration silence) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel connection) {
                var _ = connection.pipeline().addFirst(new SilenceLimit(silence));
            }
        };
    }

    @Override
    protected void channelIdle(ChannelHandlerContext context, IdleStateEvent silent) {
        var _ = context.close();
    }
}
