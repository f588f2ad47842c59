package io.fila.server.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.reply.Refusal;
import org.junit.jupiter.api.Test;

/** What waits in a stream, and when it is too much. */
final class InflowTest {
    private static final int LIMIT = 2 << 20;

    private final StreamMemory memory = new StreamMemory(LIMIT);
    private final FakeCall call = new FakeCall();
    private int room = Inflow.ITEMS;
    private final Inflow inflow = new Inflow(call, () -> room, memory);

    /** So many items of nothing. */
    private final class Items implements Inflow.Batch {
        private final int bytes;
        private int left;

        Items(int count, int bytes) {
            this.left = count;
            this.bytes = bytes;
        }

        @Override
        public int bytes() {
            return bytes;
        }

        @Override
        public boolean hasNext() {
            return left > 0;
        }

        @Override
        public void takeNext() {
            left--;
            inflow.take(0);
        }
    }

    @Test
    void batchThatWaitsCountsUntilItGoesOn() {
        inflow.takeIn(new Items(Inflow.ITEMS + 1, 12_345));
        long waiting = memory.held();
        assertThat(inflow.objection()).isNull();

        inflow.written(Inflow.ITEMS);
        assertThat(inflow.canResume()).isTrue();
        inflow.resume();
        inflow.written(1);

        assertThat(waiting).isGreaterThan(12_345);
        assertThat(memory.held()).isZero();
    }

    @Test
    void fewerItemsAreUnderWayWhileThereIsLessRoom() {
        room = 64;
        inflow.takeIn(new Items(100, 1));
        assertThat(inflow.canResume()).isFalse();

        inflow.written(1);
        assertThat(inflow.canResume()).isTrue();
        inflow.resume();
        assertThat(inflow.canResume()).isFalse();

        room = Inflow.ITEMS;
        assertThat(inflow.canResume()).isTrue();
    }

    @Test
    void streamThatWaitsForNothingHasRoomHoweverCrowdedItIs() {
        room = Inflow.ITEMS_IN_A_CROWD;

        inflow.takeIn(new Items(1, 1));

        assertThat(inflow.canResume()).isFalse();
        inflow.takeIn(new Items(1, 1));
        inflow.written(1);
        assertThat(inflow.canResume()).isTrue();
    }

    @Test
    void batchThatHasToWaitWhereTooMuchWaitsEndsItsStream() {
        inflow.takeIn(new Items(Inflow.ITEMS + 1, LIMIT));

        Refusal objection = inflow.objection();

        assertThat(objection).isNotNull();
        assertThat(objection.code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        inflow.stop();
        assertThat(memory.isFull()).isFalse();
        inflow.close();
        assertThat(memory.held()).isZero();
    }

    @Test
    void streamOfAClientThatDoesNotReadEndsWhereTooMuchWaits() {
        StreamMemory.Share others = memory.open();
        others.hold(LIMIT);
        inflow.takeIn(new Items(1, 100));
        assertThat(inflow.objection()).isNull();

        call.room = 0;

        assertThat(inflow.objection()).isNotNull();
        others.close();
        assertThat(inflow.objection()).isNull();
    }

    @Test
    void batchThatWaitsWhenItsStreamIsStoppedIsForgotten() {
        inflow.takeIn(new Items(Inflow.ITEMS + 1, LIMIT));
        inflow.stop();

        assertThat(inflow.canResume()).isFalse();
        inflow.written(Inflow.ITEMS);
        assertThat(inflow.isDone()).isTrue();
        assertThat(memory.held()).isZero();
    }
}
