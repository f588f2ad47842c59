package io.fila.retracker.udp;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.tracker.Announcements;
import io.fila.retracker.tracker.Tracker;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PacketsTest {
    private static final InetSocketAddress US = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
    private static final InetSocketAddress CLIENT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 2);

    private final Swarms swarms = new Swarms(new SwarmLimits(Duration.ofHours(3), 10, 10, 10, 10));
    private final EmbeddedChannel channel = new EmbeddedChannel(new UdpPort.Packets(
            new UdpTracker(
                    new Tracker(swarms, Announcements.UNHEARD, Duration.ofMinutes(30), Duration.ofMinutes(5)),
                    new ConnectionIds(new byte[ConnectionIds.KEY_BYTES]),
                    new Metrics()),
            () -> Instant.EPOCH));

    @Test
    void answersThatTheNetworkDoesNotTakeAreNotKept() {
        assertThat(connected()).isTrue();

        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        assertThat(connected()).isFalse();

        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        assertThat(connected()).isTrue();
    }

    /** Whether there was an answer to a connect. */
    private boolean connected() {
        channel.writeInbound(new DatagramPacket(
                Unpooled.buffer()
                        .writeLong(Action.PROTOCOL_ID)
                        .writeInt(Action.CONNECT)
                        .writeInt(7),
                US,
                CLIENT));
        DatagramPacket answer = channel.readOutbound();
        if (answer != null) {
            answer.release();
        }
        return answer != null;
    }
}
