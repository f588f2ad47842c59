package io.fila.server.port;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes connections beyond a limit where they are accepted, before they cost anything. For the pipeline of a port. */
@Sharable
public final class ConnectionLimit extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(ConnectionLimit.class);

    /** How often the log tells of connections that were closed. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    private final int limit;
    private final String setting;
    private final List<ChannelHandler> watches;
    private final AtomicInteger open = new AtomicInteger();

    // The thread that accepts.
    private boolean told;
    private long toldAtNanos;

    /**
     * A limit for one port.
     *
     * @param setting the key that sets the limit
     * @param watches what sees the bytes of every connection before anything else does
     */
    public ConnectionLimit(int limit, String setting, List<ChannelHandler> watches) {
        this.limit = limit;
        this.setting = setting;
        this.watches = List.copyOf(watches);
    }

    /** Connections that are open. Any thread. */
    public int open() {
        return open.get();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel connection = (Channel) accepted;
        if (open.incrementAndGet() > limit) {
            open.decrementAndGet();
            tell();
            connection.unsafe().closeForcibly();
            return;
        }
        var _ = connection.closeFuture().addListener(closed -> open.decrementAndGet());
        for (ChannelHandler watch : watches) {
            var _ = connection.pipeline().addLast(watch);
        }
        var _ = context.fireChannelRead(accepted);
    }

    private void tell() {
        long now = System.nanoTime();
        if (!told || now - toldAtNanos >= QUIET.toNanos()) {
            told = true;
            toldAtNanos = now;
            log.warn(
                    "New connections are closed, because {} are open; share one among calls, close some,"
                            + " or raise {}.",
                    limit,
                    setting);
        }
    }
}
