package io.fila.server.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ControlFrameLimitTest {
    private static final int DATA = 0;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int UNKNOWN = 200;

    private long nanos;
    private final EmbeddedChannel connection = new EmbeddedChannel(new ControlFrameLimit(() -> nanos));

    @BeforeEach
    void greet() {
        var _ = connection.writeInbound(
                Unpooled.copiedBuffer("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", StandardCharsets.US_ASCII));
    }

    @Test
    void settingsAndUnknownFramesBeyondTheLimitEndTheConnection() {
        for (int i = 0; i < ControlFrameLimit.FRAMES; i++) {
            send(i % 2 == 0 ? SETTINGS : UNKNOWN, i % 50);
        }
        assertThat(connection.isOpen()).isTrue();

        send(SETTINGS, 0);

        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void asManyMayComeAgainAfterAWhile() {
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < ControlFrameLimit.FRAMES; i++) {
                send(SETTINGS, 6);
            }
            nanos += ControlFrameLimit.WITHIN.toNanos();
        }

        assertThat(connection.isOpen()).isTrue();
    }

    /** Payloads are full of bytes that would be settings if they were read as heads of frames. */
    @Test
    void framesAreFoundHoweverTheirBytesAreCut() {
        Random random = new Random(1);
        ByteBuf all = Unpooled.buffer();
        for (int i = 0; i < 10 * ControlFrameLimit.FRAMES; i++) {
            var _ = all.writeBytes(frame(i % 3 == 0 ? PING : DATA, i % 77));
        }
        while (all.isReadable()) {
            int piece = Math.min(all.readableBytes(), random.nextInt(1, 40));
            var _ = connection.writeInbound(all.readBytes(piece));
        }
        assertThat(connection.isOpen()).isTrue();

        for (int i = 0; i <= ControlFrameLimit.FRAMES; i++) {
            send(SETTINGS, 0);
        }
        assertThat(connection.isOpen()).isFalse();
    }

    private void send(int kind, int length) {
        var _ = connection.writeInbound(frame(kind, length));
    }

    private static ByteBuf frame(int kind, int length) {
        ByteBuf frame = Unpooled.buffer()
                .writeMedium(length)
                .writeByte(kind)
                .writeByte(0)
                .writeInt(1);
        for (int i = 0; i < length; i++) {
            var _ = frame.writeByte(SETTINGS);
        }
        return frame;
    }
}
