package io.fila.server.port;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Connections over which nothing comes, in virtual time. */
final class SilenceLimitTest {
    private final EmbeddedChannel connection =
            new EmbeddedChannel(SilenceLimit.forEveryConnection(Duration.ofSeconds(30)));

    @Test
    void connectionIsClosedWhenNothingHasComeForAsLongAsItMay() {
        connection.freezeTime();

        pass(29);
        assertThat(connection.isOpen()).isTrue();
        pass(2);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void whateverComesIsASignOfLifeAndWhatIsSentIsNot() {
        connection.freezeTime();

        pass(29);
        connection.writeInbound(Unpooled.wrappedBuffer(new byte[1]));
        pass(29);
        connection.writeOutbound(Unpooled.wrappedBuffer(new byte[1]));
        assertThat(connection.isOpen()).isTrue();
        pass(2);
        assertThat(connection.isOpen()).isFalse();
    }

    private void pass(long seconds) {
        connection.advanceTimeBy(seconds, TimeUnit.SECONDS);
        connection.runScheduledPendingTasks();
    }
}
