package io.fila.server.port;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the first byte of a connection to a port that speaks TLS, and says so in the log if the client does not. */
@Sharable
public final class PlaintextWatch extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(PlaintextWatch.class);

    /** What every connection with TLS begins with. */
    private static final byte HANDSHAKE = 22;

    /** How often the log tells of clients that speak plaintext. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final AtomicLong nextLineNanos = new AtomicLong(System.nanoTime());

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes && bytes.isReadable()) {
            if (bytes.getByte(bytes.readerIndex()) != HANDSHAKE) {
                tell(context);
            }
            var _ = context.pipeline().remove(this);
        }
        var _ = context.fireChannelRead(message);
    }

    private void tell(ChannelHandlerContext context) {
        long now = System.nanoTime();
        long next = nextLineNanos.get();
        if (now - next >= 0 && nextLineNanos.compareAndSet(next, now + QUIET.toNanos())) {
            log.warn(
                    "A client at {} spoke plaintext, but this port requires TLS; use https:// or --tls.",
                    context.channel().remoteAddress());
        }
    }
}
