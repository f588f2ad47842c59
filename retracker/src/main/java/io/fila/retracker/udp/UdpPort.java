package io.fila.retracker.udp;

import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.net.EventLoops;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.tracker.Tracker;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.DatagramPacket;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The port on which the tracker is reached over UDP. */
public final class UdpPort implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(UdpPort.class);

    /** Packets that the system keeps for us while we are busy, in bytes. */
    private static final int RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024;

    /** Answers that wait for the network, in bytes; beyond that they are dropped, as it would drop them itself. */
    private static final int SEND_BUFFER_BYTES = 4 * 1024 * 1024;

    private final Channel channel;

    private UdpPort(Channel channel) {
        this.channel = channel;
    }

    public static UdpPort open(
            InetSocketAddress address, EventLoops loops, Tracker tracker, Metrics metrics, InstantSource clock)
            throws IOException {
        byte[] key = new byte[ConnectionIds.KEY_BYTES];
        new SecureRandom().nextBytes(key);
        UdpTracker packets = new UdpTracker(tracker, new ConnectionIds(key), metrics);
        Bootstrap bootstrap = new Bootstrap()
                .group(loops.group())
                .channel(loops.datagram())
                .option(ChannelOption.SO_RCVBUF, RECEIVE_BUFFER_BYTES)
                .option(
                        ChannelOption.WRITE_BUFFER_WATER_MARK,
                        new WriteBufferWaterMark(SEND_BUFFER_BYTES / 2, SEND_BUFFER_BYTES))
                .handler(new Packets(packets, clock));
        return new UdpPort(EventLoops.bound(bootstrap.bind(address)));
    }

    /** The port; useful if the system chose it. */
    public int number() {
        return EventLoops.portOf(channel);
    }

    @Override
    public void close() {
        var _ = channel.close().awaitUninterruptibly();
    }

    /** Packets in and out; one event loop calls it. */
    static final class Packets extends SimpleChannelInboundHandler<DatagramPacket> {
        private final UdpTracker tracker;
        private final InstantSource clock;

        /** True while packets are read, which ends with a flush; an answer that comes later brings its own. */
        private volatile boolean reading;

        Packets(UdpTracker tracker, InstantSource clock) {
            this.tracker = tracker;
            this.clock = clock;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            InetSocketAddress sender = packet.sender();
            reading = true;
            tracker.hear(
                    packet.content().nioBuffer(),
                    Endpoint.of(sender.getAddress(), sender.getPort()),
                    clock.millis(),
                    answer -> {
                        if (!context.channel().isWritable()) {
                            return;
                        }
                        DatagramPacket out = new DatagramPacket(Unpooled.wrappedBuffer(answer), sender);
                        if (reading && context.executor().inEventLoop()) {
                            var _ = context.write(out, context.voidPromise());
                        } else {
                            var _ = context.writeAndFlush(out, context.voidPromise());
                        }
                    });
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            reading = false;
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            // One packet could not be read or sent; the next may.
            log.debug("A packet failed.", cause);
        }
    }
}
