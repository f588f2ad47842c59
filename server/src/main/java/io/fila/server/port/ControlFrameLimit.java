package io.fila.server.port;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelPipeline;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Ends a connection on which a client sends settings, priorities or frames of no known kind without end: clients need a handful,
 * and each takes an answer or some work. Pings and resets have limits of gRPC's own. It goes from frame to frame by their lengths
 * and looks at nothing else. For the pipeline of one connection, before HTTP/2 and after TLS; its event loop.
 */
public final class ControlFrameLimit extends ChannelInboundHandlerAdapter {
    /** So many in a while; at one more the connection is closed. */
    static final int FRAMES = 1_000;

    static final Duration WITHIN = Duration.ofSeconds(10);

    private static final int PREFACE_BYTES = 24;
    private static final int HEAD_BYTES = 9;
    private static final int LENGTH_BYTES = 3;

    // The kinds of frames that have other limits or none, RFC 9113, section 6.
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;

    private final LongSupplier nanos;
    private int skip = PREFACE_BYTES;
    private int headBytes;
    private int length;
    private int counted;
    private long sinceNanos;

    ControlFrameLimit(LongSupplier nanos) {
        this.nanos = nanos;
        this.sinceNanos = nanos.getAsLong();
    }

    /** Puts one into the pipeline of every connection. */
    public static ChannelHandler forEveryConnection() {
        return new Placing();
    }

    @Sharable
    private static final class Placing extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            // With this gRPC puts TLS into the pipeline.
            var _ = context.fireChannelActive();
            ChannelPipeline pipeline = context.pipeline();
            ChannelHandlerContext tls = pipeline.context(SslHandler.class);
            var _ = pipeline.addAfter(
                    (tls == null ? context : tls).name(), null, new ControlFrameLimit(System::nanoTime));
            var _ = pipeline.remove(this);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof ByteBuf bytes && isTooMuch(bytes)) {
            var _ = ReferenceCountUtil.release(message);
            var _ = context.close();
        } else {
            var _ = context.fireChannelRead(message);
        }
    }

    private boolean isTooMuch(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end) {
            if (skip > 0) {
                int step = Math.min(skip, end - at);
                skip -= step;
                at += step;
            } else if (isOneTooMany(bytes.getUnsignedByte(at++))) {
                return true;
            }
        }
        return false;
    }

    /** Takes the next byte of a frame's head: three of its length, its kind, and five that do not matter. */
    private boolean isOneTooMany(int next) {
        boolean over = false;
        if (headBytes < LENGTH_BYTES) {
            length = length << Byte.SIZE | next;
        } else if (headBytes == LENGTH_BYTES) {
            over = counts(next) && !hasRoom();
        }
        headBytes++;
        if (headBytes == HEAD_BYTES) {
            skip = length;
            length = 0;
            headBytes = 0;
        }
        return over;
    }

    private static boolean counts(int kind) {
        return switch (kind) {
            case DATA, HEADERS, RST_STREAM, PING, WINDOW_UPDATE, CONTINUATION -> false;
            default -> true;
        };
    }

    private boolean hasRoom() {
        long now = nanos.getAsLong();
        if (now - sinceNanos >= WITHIN.toNanos()) {
            sinceNanos = now;
            counted = 0;
        }
        counted++;
        return counted <= FRAMES;
    }
}
