package io.fila.core.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.reply.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RotationTest {
    private static final DeliverySink NOWHERE = new DeliverySink() {
        @Override
        public void deliver(Delivery delivery) {}

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {}
    };

    private static final int MOST_HELD = 5;
    private static final long NOW = 1000;

    private final Rotation rotation = new Rotation(MOST_HELD, MOST_HELD);

    private Consumer attach(long id, int credit) {
        Consumer consumer = rotation.attach(new ConsumerId(id), NOWHERE, true);
        rotation.grant(consumer.id(), credit);
        return consumer;
    }

    private List<Long> serve(int times) {
        List<Long> order = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Consumer next = rotation.next();
            if (next == null) {
                break;
            }
            rotation.served(next, NOW);
            order.add(next.id().value());
        }
        return order;
    }

    @Test
    void consumersTakeTurns() {
        attach(1, 10);
        attach(2, 10);
        attach(3, 10);

        assertThat(serve(6)).containsExactly(1L, 2L, 3L, 1L, 2L, 3L);
    }

    @Test
    void oneWithoutCreditIsPassedOverAndDelaysNobody() {
        attach(1, 1);
        attach(2, 3);

        assertThat(serve(10)).containsExactly(1L, 2L, 2L, 2L);
    }

    @Test
    void grantBringsAConsumerBackOnce() {
        Consumer consumer = attach(1, 1);
        serve(1);

        rotation.grant(consumer.id(), 1);
        rotation.grant(consumer.id(), 1);

        assertThat(serve(5)).containsExactly(1L, 1L);
    }

    @Test
    void oneThatHoldsAllItMayIsPassedOverUntilOneIsSettled() {
        Consumer full = attach(1, 100);
        attach(2, 3);

        assertThat(serve(20)).containsExactly(1L, 2L, 1L, 2L, 1L, 2L, 1L, 1L);

        rotation.settled(full, 1, 1, NOW);

        assertThat(serve(5)).containsExactly(1L);
    }

    @Test
    void settlingForOneThatIsGoneBringsNobodyBack() {
        Consumer gone = attach(1, 100);
        serve(MOST_HELD);
        rotation.detach(gone.id());

        rotation.settled(gone, 1, 1, NOW);

        assertThat(rotation.next()).isNull();
    }

    @Test
    void detachedConsumerIsNeverChosen() {
        Consumer gone = attach(1, 10);
        attach(2, 2);

        rotation.detach(gone.id());

        assertThat(serve(5)).containsExactly(2L, 2L);
        assertThat(rotation.size()).isEqualTo(1);
        assertThat(rotation.grant(gone.id(), 5)).isFalse();
    }

    @Test
    void thoseWhoComeAndGoWhileThereIsNothingToDoAreForgotten() {
        attach(1, 1);
        attach(2, 1);
        for (int id = 3; id < 1000; id++) {
            attach(id, 1);
            rotation.detach(new ConsumerId(id));
        }

        assertThat(rotation.inLine()).isLessThanOrEqualTo(2 * rotation.size());
        assertThat(serve(10)).containsExactly(1L, 2L);
    }
}
