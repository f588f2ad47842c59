package io.fila.server.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StreamMemoryTest {
    private final StreamMemory memory = new StreamMemory(100);

    @Test
    void streamsTogetherFillIt() {
        StreamMemory.Share one = memory.open();
        StreamMemory.Share other = memory.open();
        one.hold(60);
        other.hold(40);
        assertThat(memory.isFull()).isFalse();

        other.hold(1);
        assertThat(memory.isFull()).isTrue();

        one.release(1);
        assertThat(memory.isFull()).isFalse();
    }

    @Test
    void streamThatIsGoneHoldsNothingWhoeverStillCounts() {
        StreamMemory.Share share = memory.open();
        share.hold(500);

        share.close();
        share.hold(300);
        share.release(500);
        share.close();

        assertThat(memory.held()).isZero();
    }
}
