package io.fila.server.http;

import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes a connection whose request does not complete in time. For the event loop of the connection. */
final class RequestDeadline extends ChannelInboundHandlerAdapter {
    /** How long a request may take to arrive, from its first byte to its last. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private @Nullable Future<?> end;

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (end == null) {
            Runnable close = () -> {
                var _ = context.close();
            };
            end = context.executor().schedule(close, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        var _ = context.fireChannelRead(bytes);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        met();
        var _ = context.fireChannelInactive();
    }

    /** The request is there. */
    void met() {
        if (end != null) {
            var _ = end.cancel(false);
            end = null;
        }
    }
}
