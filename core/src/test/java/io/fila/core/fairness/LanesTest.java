package io.fila.core.fairness;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.Limits;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.Throttle;
import io.fila.core.throttle.Throttles;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lanes of one flow: which messages stand together, which lane goes first, and what the disk must be told. */
final class LanesTest {
    private static final QueueId QUEUE = new QueueId(1);

    private final Throttle<Lane> throttle = new Throttles<Lane>().set("api", new Rate(1, 1), 0);
    private final MemoryBudget memory =
            new MemoryBudget(Limits.defaults().but().windowPerLane(2).limits());
    private final Flow flow = new Flow(() -> QUEUE, "acme", memory);

    @Test
    void messagesWithTheSameThrottlesStandTogetherWhateverTheOrder() {
        assertThat(flow.lane(List.of("b", "a"))).isSameAs(flow.lane(List.of("a", "b", "a")));
        assertThat(flow.lane(List.of("ab"))).isNotSameAs(flow.lane(List.of("a", "b")));
        assertThat(flow.lane(List.of()).id()).isEqualTo(Flow.FREE_LANE);
        assertThat(flow.findLane("unknown")).isNull();
    }

    @Test
    void throttlesOfALaneAreKnownFromItsNameIfItsMessagesAreOnDisk() {
        Lane lane = flow.restoreLane(Lane.idOf(List.of("x", "region:eu")), 3, 2);

        assertThat(lane.nextKeys()).containsExactly("region:eu", "x");
        assertThat(flow.lane(List.of()).nextKeys()).isEmpty();
        assertThat(flow.restoreLane(Flow.SHARED_LANE, 3, 5).nextKeys()).isEmpty();
        assertThat(add("y").nextKeys()).containsExactly("y");
    }

    @Test
    void furtherSetsOfThrottlesShareALane() {
        for (int i = 0; i < Limits.LANES_PER_FLOW; i++) {
            add("key" + i);
        }

        Lane shared = add("one more");
        assertThat(shared.isShared()).isTrue();
        assertThat(add("another")).isSameAs(shared);
        assertThat(flow.lane(List.of()).isShared()).isFalse();
        assertThat(flow.lanes()).hasSize(Limits.LANES_PER_FLOW + 2);
    }

    @Test
    void emptyLaneMakesRoomForAnother() {
        for (int i = 0; i < Limits.LANES_PER_FLOW; i++) {
            add("key" + i);
        }
        flow.lane(List.of("key3")).backlog().poll();

        assertThat(add("one more").isShared()).isFalse();
        assertThat(flow.findLane(Lane.idOf(List.of("key3")))).isNull();
        assertThat(flow.lanes()).hasSize(Limits.LANES_PER_FLOW);
    }

    @Test
    void laneWithTheOldestHeadGoesFirstUnlessItWaits() {
        Lane first = add("a");
        Lane second = add("b");
        add("a");
        assertThat(flow.readyLane()).isSameAs(first);

        first.park(throttle);
        assertThat(flow.readyLane()).isSameAs(second);
        assertThat(flow.oldestLane()).isSameAs(first);
        second.park(throttle);
        assertThat(flow.readyLane()).isNull();
        assertThat(flow.hasReadyLane()).isFalse();

        assertThat(first.wake(throttle)).isTrue();
        assertThat(flow.hasReadyLane()).isTrue();
        assertThat(flow.readyLane()).isSameAs(first);
        first.backlog().poll();
        assertThat(flow.oldestLane()).isSameAs(second);
    }

    @Test
    void onlyLaneOfAFlowIsReadyAndEmptyLikeAnyOther() {
        Lane only = add("a");
        assertThat(flow.readyLane()).isSameAs(only);
        assertThat(flow.hasReadyLane()).isTrue();
        assertThat(flow.isEmpty()).isFalse();

        only.park(throttle);
        assertThat(flow.readyLane()).isNull();
        assertThat(flow.hasReadyLane()).isFalse();

        only.backlog().poll();
        assertThat(flow.isEmpty()).isTrue();
        add("b");
        assertThat(flow.isEmpty()).isFalse();
        assertThat(flow.pending()).isEqualTo(1);
    }

    @Test
    void laneWhoseMessagesAreAllOnDiskIsNextIfNothingIsInMemory() {
        flow.lane(List.of());
        Lane onDisk = flow.restoreLane("", 2, 7);
        assertThat(flow.oldestLane()).isNull();
        assertThat(flow.firstLane()).isSameAs(onDisk);
        assertThat(onDisk.isOnDisk()).isTrue();
        assertThat(onDisk.needsHeads()).isTrue();
        assertThat(flow.nextPosition()).isEqualTo(8);

        onDisk.park(throttle);
        assertThat(onDisk.needsHeads()).isFalse();
        Lane inMemory = add("a");
        assertThat(flow.firstLane()).isSameAs(inMemory);
        assertThat(inMemory.isOnDisk()).isFalse();
        assertThat(inMemory.needsHeads()).isFalse();
    }

    @Test
    void emptyLaneIsNobodysNextLane() {
        Lane empty = flow.lane(List.of());

        assertThat(flow.firstLane()).isNull();
        assertThat(empty.isOnDisk()).isFalse();
        assertThat(empty.needsHeads()).isFalse();
    }

    @Test
    void laneIsWokenOnlyByTheThrottleWhereItWaits() {
        Lane lane = add("a");
        Throttle<Lane> other = new Throttles<Lane>().set("other", new Rate(1, 1), 0);
        lane.park(throttle);

        assertThat(lane.wake(other)).isFalse();
        assertThat(lane.parkedAt()).isSameAs(throttle);
        assertThat(lane.wake(throttle)).isTrue();
        assertThat(lane.wokenBy()).isSameAs(throttle);
        assertThat(lane.wake(throttle)).as("it does not wait any more").isFalse();
        lane.park(other);
        assertThat(lane.wokenBy()).isNull();
        lane.lookAgain();
        assertThat(lane.parkedAt()).isNull();
    }

    @Test
    void diskIsToldWhatHasChangedOnce() {
        Lane lane = add("a");
        assertThat(lane.note()).isTrue();
        assertThat(lane.note()).isFalse();

        assertThat(lane.settle()).isTrue();
        assertThat(lane.settle()).isFalse();
        assertThat(lane.note()).isTrue();

        flow.weight(3);
        assertThat(lane.settle()).as("another weight").isTrue();
        lane.backlog().poll();
        add("a");
        assertThat(lane.settle()).as("another last position").isTrue();
        lane.backlog().poll();
        assertThat(lane.settle()).as("nothing left").isTrue();
        flow.weight(4);
        assertThat(lane.settle()).as("the weight of an empty lane is of no use").isFalse();
    }

    @Test
    void flowIsIdleWithNothingStoredAndNothingInFlight() {
        assertThat(flow.isIdle()).isTrue();
        Lane lane = add("a");
        assertThat(flow.isIdle()).isFalse();
        lane.backlog().poll();
        flow.leased();
        assertThat(flow.isIdle()).isFalse();
        assertThat(flow.inFlight()).isEqualTo(1);
        flow.leaseEnded();
        assertThat(flow.isIdle()).isTrue();
    }

    @Test
    void messagesThatAskAlikeShareWhatTheyAskFor() {
        Scheduling first = new Scheduling("acme", 1, List.of("a"));

        assertThat(flow.share(first)).isSameAs(first);
        assertThat(flow.share(new Scheduling("acme", 1, List.of("a")))).isSameAs(first);
        Scheduling other = new Scheduling("acme", 2, List.of("a"));
        assertThat(flow.share(other)).isSameAs(other);
    }

    private Lane add(String throttleKey) {
        Scheduling scheduling = new Scheduling("acme", 1, List.of(throttleKey));
        Lane lane = flow.lane(scheduling.throttleKeys());
        long position = flow.nextPosition();
        Place place = new Place.Ready(QUEUE, "acme", lane.id(), position);
        lane.add(new Message(new Envelope(new MessageId(0, position), scheduling, 0), 0, place, null));
        return lane;
    }
}
