package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What somebody hears who listens to the turns of a broker. */
final class TapeTest {
    private final Rig rig = new Rig();

    @Test
    void lifeOfAMessageIsToldStepByStep() {
        rig.create("orders");
        rig.steps();

        rig.enqueue("orders", "a", "one");
        Rig.Receiver receiver = rig.consume("orders", 10);
        MessageId id = receiver.last().envelope().id();
        rig.nack("orders", id);
        rig.advance(Duration.ofMinutes(1));
        rig.ack("orders", id);

        assertThat(causes())
                .containsExactly(Cause.ACCEPTED, Cause.LEASED, Cause.NACKED, Cause.CAME_DUE, Cause.LEASED, Cause.ACKED);
    }

    @Test
    void leaseFollowsItsChoice() {
        rig.create("orders");
        rig.enqueue("orders", "a", "one");
        rig.steps();

        rig.consume("orders", 10);

        List<Step> steps = rig.steps();
        assertThat(steps).hasSize(4);
        assertThat(steps.get(0)).isInstanceOf(Step.Attached.class);
        assertThat(steps.get(1)).isInstanceOf(Step.Granted.class);
        assertThat(steps.get(2)).isInstanceOfSatisfying(Step.Chosen.class, chosen -> {
            assertThat(chosen.fairnessKey()).isEqualTo("a");
            assertThat(chosen.ahead()).isTrue();
        });
        assertThat(steps.get(3)).isInstanceOfSatisfying(Step.Moved.class, moved -> {
            assertThat(moved.cause()).isEqualTo(Cause.LEASED);
            assertThat(moved.from()).isInstanceOf(Place.Ready.class);
            assertThat(moved.to()).isInstanceOf(Place.Leased.class);
        });
    }

    @Test
    void causesLeadWhereTheySay() {
        Place ready = new Place.Ready(new QueueId(1), "a", "", 0);

        assertThat(Cause.ACCEPTED.leads(Place.NOWHERE, ready)).isTrue();
        assertThat(Cause.ACKED.leads(ready, Place.NOWHERE)).isFalse();
        assertThat(Cause.PURGED.leads(ready, Place.NOWHERE)).isTrue();
    }

    private List<Cause> causes() {
        return rig.steps().stream()
                .filter(Step.Moved.class::isInstance)
                .map(Step.Moved.class::cast)
                .map(Step.Moved::cause)
                .toList();
    }
}
