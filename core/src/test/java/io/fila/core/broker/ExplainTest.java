package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.explain.Barrier;
import io.fila.core.explain.DeliveryRate;
import io.fila.core.explain.ExpectedWait;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.Standing;
import io.fila.core.explain.Wording;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.turn.Turn;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator is told who asks why something waits. */
final class ExplainTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final Rig rig = new Rig();

    @BeforeEach
    void queue() {
        rig.create("orders");
    }

    @Test
    void withoutAConsumerEverythingWaitsForOne() {
        MessageId id = rig.enqueue("orders", "a", "x").value();

        Explanation said = explain("a", null);

        assertThat(said.id()).isEqualTo(id);
        assertThat(barriers(said)).containsExactly(new Barrier.NoConsumer());
        assertThat(new Wording(said).sentence())
                .isEqualTo("Message " + id + " of key \"a\" waits: no consumer is connected.");
        assertThat(new Wording(said).change()).isEqualTo("It would go now if a consumer connected.");
    }

    @Test
    void everyBarrierIsNamed() {
        rig.enqueue("orders", "a", "x").value();
        rig.pause("orders", "", true);
        long pausedAtNanos = explain("a", null).nowNanos();
        rig.advance(Duration.ofSeconds(20));
        rig.pause("orders", "", true);
        rig.pause("orders", "a", true);
        rig.consume("orders", 0);

        Explanation said = explain("a", null);

        assertThat(barriers(said))
                .containsExactly(
                        new Barrier.QueuePaused(pausedAtNanos),
                        new Barrier.ConsumersFull(1, 0, 0, 0),
                        new Barrier.KeyPaused(said.nowNanos()));
        assertThat(new Wording(said).sentence())
                .contains("the queue was paused 20 s ago;", "key \"a\" was paused 0 ms ago");
        assertThat(new Wording(said).change())
                .isEqualTo(
                        "It would go now if the queue were resumed, and a consumer asked for more or another one connected,"
                                + " and key \"a\" were resumed.");
    }

    @Test
    void throttledMessageIsToldWhenItsTokenComes() {
        rig.set("throttle.slow", "0.5,1").value();
        rig.consume("orders", 10);
        throttled("a");
        MessageId waits = throttled("b");
        MessageId behind = throttled("b");
        throttled("c");

        Explanation said = explain("", waits);
        Barrier.Throttle throttle = (Barrier.Throttle) barriers(said).getFirst();

        assertThat(throttle.key()).isEqualTo("slow");
        assertThat(throttle.opensAtNanos() - said.nowNanos()).isEqualTo(2 * SECOND);
        assertThat(throttle.before()).isZero();
        assertThat(((Barrier.Throttle) barriers(explain("c", null)).getFirst()).before())
                .isEqualTo(1);
        assertThat(new Wording(said).sentence())
                .endsWith("waits: throttle key \"slow\" has 0.00 of 1 tokens and gets 0.500 a second,"
                        + " the next one comes in 2.0 s. At the current rate it goes in about 2.0 s.");
        assertThat(new Wording(explain("", behind)).sentence())
                .contains("stands behind 1 message of its own key, and the first of them waits");
    }

    @Test
    void rateThatReleasesItWithinASecondIsNamed() {
        rig.set("throttle.slow", "0.5,1").value();
        rig.consume("orders", 10);
        throttled("a");
        MessageId first = throttled("b");
        MessageId behind = throttled("b");
        MessageId second = throttled("c");

        assertThat(new Wording(explain("", first)).change())
                .isEqualTo("It would go within about a second if throttle key \"slow\" were 1/s instead of 0.500/s,"
                        + " and as soon as its turn comes if no rate were set for that key.");
        assertThat(new Wording(explain("", second)).change()).contains("were 2/s instead of 0.500/s");
        assertThat(new Wording(explain("", behind)).change())
                .as("of a message that is not the first of its lane")
                .isEqualTo(
                        "It would go as soon as its turn comes if throttle key \"slow\" had a token for it, or no rate were"
                                + " set for that key.");
        rig.set("throttle.slow", "2,1").value();
        assertThat(new Wording(explain("", second)).change())
                .as("of a message that goes within a second as it is")
                .startsWith("It would go as soon as its turn comes if throttle key \"slow\" had a token for it");
    }

    @Test
    void whoWaitsAtAThrottleBeforeItIsNamed() {
        rig.create("others");
        rig.set("throttle.slow", "0.5,1").value();
        rig.consume("orders", 10);
        rig.consume("others", 10);
        throttled("a");
        rig.enqueue("others", new Scheduling("secret", 1, List.of("slow")), "x").value();
        throttled("b");
        throttled("c");

        Explanation said = explain("c", null);

        assertThat(new Wording(said).sentence())
                .contains(", 2 wait there before it (\"b\")")
                .endsWith(" At the current rate it goes in about 6.0 s.");
    }

    @Test
    void whoHoldsWhatALimitAllowsIsNamed() {
        rig.create("limited", Wishes.deliveryPolicy(3, 2));
        rig.consume("limited", 10);
        for (String key : List.of("a", "a", "a", "b", "b")) {
            rig.enqueue("limited", key, "x").value();
        }

        assertThat(new Wording(ask("limited", "a", null).value()).sentence())
                .contains("waits: 3 messages are in flight in the queue, which is its limit (consumer 1 has 3);"
                        + " 2 messages are in flight for key \"a\", which is the limit of a key (consumer 1 has 2)");
    }

    @Test
    void consumersThatTakeNoMoreAreToldApart() {
        rig.consume("orders", 0);
        rig.enqueue("orders", "a", "x").value();
        assertThat(new Wording(explain("a", null)).sentence())
                .endsWith("waits: the one consumer that is connected has not asked for more.");
        rig.consume("orders", 0);
        assertThat(new Wording(explain("a", null)).sentence())
                .endsWith("waits: 2 consumers are connected, and none has asked for more.");

        assertThat(sentence(new Barrier.ConsumersFull(1, 1, 1, 16)))
                .endsWith("the one consumer that is connected holds 16 messages, as many as it may.");
        assertThat(sentence(new Barrier.ConsumersFull(3, 3, 3, 300)))
                .endsWith("3 consumers are connected, and all hold as many messages as they may (300 together).");
        assertThat(sentence(new Barrier.ConsumersFull(5, 2, 2, 32)))
                .endsWith("5 consumers are connected: 2 hold as many messages as they may (32 together),"
                        + " 3 did not ask for more.");
    }

    @Test
    void whatConsumersWouldHaveToDoIsTold() {
        assertThat(change(new Barrier.ConsumersFull(2, 2, 1, 32)))
                .isEqualTo("It would go now if a consumer settled what it holds or another one connected.");
        assertThat(change(new Barrier.ConsumersFull(2, 0, 0, 0)))
                .isEqualTo("It would go now if a consumer asked for more or another one connected.");
        assertThat(change(new Barrier.ConsumersFull(2, 1, 1, 16)))
                .isEqualTo(
                        "It would go now if a consumer settled what it holds, asked for more, or another one connected.");
    }

    /** Settling what it holds would not bring it another: it has to ask, too. */
    @Test
    void consumerThatHoldsAllItAskedForHasToAskForMoreToo() {
        Rig narrow = new Rig(new BrokerSettings(5, 2, 2, Limits.defaults()));
        narrow.create("orders");
        narrow.consume("orders", 2);
        for (int i = 0; i < 3; i++) {
            narrow.enqueue("orders", "a", "x").value();
        }

        Explanation said = narrow.<Explanation>ask(
                        reply -> new Command.Explain(new QueueName("orders"), "a", null, reply))
                .value();
        assertThat(barriers(said)).containsExactly(new Barrier.ConsumersFull(1, 1, 0, 2));
        assertThat(new Wording(said).change())
                .isEqualTo("It would go now if a consumer settled what it holds and asked for more, or another one"
                        + " connected.");
    }

    @Test
    void limitThatWasLoweredIsToldAsItIs() {
        rig.create("limited", Wishes.deliveryPolicy(3, 2));
        rig.consume("limited", 10);
        for (String key : List.of("a", "a", "b", "a")) {
            rig.enqueue("limited", key, "x").value();
        }
        rig.update("limited", before -> Wishes.deliveryPolicy(1, 1));

        Wording said = new Wording(ask("limited", "a", null).value());

        assertThat(said.sentence())
                .contains("waits: 3 messages are in flight in the queue, and its limit is 1 (consumer 1 has 3);"
                        + " 2 messages are in flight for key \"a\", and the limit of a key is 1 (consumer 1 has 2)");
        assertThat(said.change())
                .isEqualTo("It would go now if max_in_flight were above 3, and max_in_flight_per_key were above 2.");
    }

    private static String change(Barrier barrier) {
        Standing standing = new Standing.Ready(0, 0, 1, 0, true, List.of(barrier), null);
        return new Wording(new Explanation(new QueueName("orders"), "a", null, standing, 0)).change();
    }

    private static String sentence(Barrier barrier) {
        Standing standing = new Standing.Ready(0, 0, 1, 0, true, List.of(barrier), null);
        return new Wording(new Explanation(new QueueName("orders"), "a", null, standing, 0)).sentence();
    }

    @Test
    void whatIsAheadTakesAsLongAsItDidLately() {
        Standing.Ready third = new Standing.Ready(1, 1, 1, 1, false, List.of(), null);
        Standing.Ready unattended = new Standing.Ready(1, 1, 1, 1, false, List.of(new Barrier.NoConsumer()), null);
        DeliveryRate halfASecond = new DeliveryRate(20, 10 * SECOND);

        assertThat(ExpectedWait.nanos(third, halfASecond, 0)).hasValue(3 * SECOND / 2);
        assertThat(ExpectedWait.nanos(third, DeliveryRate.UNKNOWN, 0)).isEmpty();
        assertThat(ExpectedWait.nanos(unattended, halfASecond, 0)).isEmpty();
    }

    /** A queue that has just begun, or was throttled all the time, delivered little: that says nothing about its consumers. */
    @Test
    void tokensDecideHowLongAThrottledMessageWaits() {
        Barrier slow = new Barrier.Throttle("slow", 0, 1, 1, false, SECOND, 0, List.of());
        Standing.Ready last = new Standing.Ready(28, 1, 1, 0, false, List.of(slow), null);

        assertThat(ExpectedWait.nanos(last, new DeliveryRate(1, 10 * SECOND), 0))
                .hasValue(29 * SECOND);
    }

    @Test
    void messageWithAConsumerIsToldWhoseItIsAndForHowLong() {
        Rig.Receiver receiver = rig.consume("orders", 1);
        MessageId id = rig.enqueue("orders", "a", "x").value();
        rig.advance(Duration.ofSeconds(12));

        Explanation said = explain("", id);

        assertThat(said.standing()).isInstanceOf(Standing.InFlight.class);
        assertThat(receiver.received).hasSize(1);
        assertThat(new Wording(said).sentence())
                .isEqualTo("Message " + id + " of key \"a\" is in flight: consumer 1 has had it for 12 s,"
                        + " and its lease ends in 18 s.");
        assertThat(new Wording(said).change()).isEmpty();
        assertThat(new Wording(explain("a", null)).sentence())
                .isEqualTo("Nothing of key \"a\" is waiting: 1 message in flight, 0 messages of the queue scheduled.");
    }

    @Test
    void scheduledMessageIsToldItsMoment() {
        EnqueueOptions later = new EnqueueOptions(90 * SECOND, 0, 0, "");
        MessageId id = Wishes.stored(rig.offer("orders", "a", later, "x").value());

        assertThat(new Wording(explain("", id)).sentence())
                .isEqualTo("Message " + id + " of key \"a\" is scheduled: it joins the line in 1 min 30 s.");
    }

    @Test
    void whoStandsFirstIsToldIfNoKeyIsNamed() {
        rig.enqueue("orders", "first", "x").value();
        rig.enqueue("orders", "second", "x").value();

        assertThat(explain("", null).fairnessKey()).isEqualTo("first");
    }

    @Test
    void queueThatIsNotThereIsNotFound() {
        assertThat(ask("nothing", "a", null).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }

    @Test
    void tokensAreCountedAtTheMomentOfTheQuestion() {
        rig.set("throttle.slow", "0.5,1").value();
        rig.consume("orders", 10);
        throttled("a");
        throttled("b");
        rig.advance(Duration.ofSeconds(1));

        Explanation said = explain("b", null);
        Barrier.Throttle throttle = (Barrier.Throttle) barriers(said).getFirst();

        assertThat(throttle.tokens()).isEqualTo(0.5);
        assertThat(throttle.opensAtNanos() - said.nowNanos()).isEqualTo(SECOND);
    }

    @Test
    void consumersThatHoldAllTheyMayAreCounted() {
        Rig narrow = new Rig(new BrokerSettings(1000, 4, 4, Limits.defaults()));
        narrow.create("orders");
        for (int i = 0; i < 9; i++) {
            narrow.enqueue("orders", "a", "x").value();
        }
        narrow.consume("orders", 10);
        narrow.consume("orders", 2);

        Explanation said = narrow.<Explanation>ask(
                        reply -> new Command.Explain(new QueueName("orders"), "a", null, reply))
                .value();

        assertThat(barriers(said)).containsExactly(new Barrier.ConsumersFull(2, 1, 1, 4));
    }

    @Test
    void keyOfWhichNothingIsReadyTellsWhereItsMessagesAre() {
        rig.consume("orders", 2);
        rig.enqueue("orders", "a", "x").value();
        rig.enqueue("orders", "b", "x").value();
        rig.offer("orders", "a", Wishes.IN_AN_HOUR, "later").value();

        assertThat(explain("a", null).standing()).isEqualTo(new Standing.NothingReady(1, 1));
        assertThat(explain("unknown", null).standing()).isEqualTo(new Standing.NothingReady(0, 1));
        assertThat(explain("", null).standing()).isEqualTo(new Standing.NothingReady(2, 1));
    }

    @Test
    void messageOnDiskIsNotInMemoryAndItsLaneWaitsForTheDisk() {
        MessageId stored = rig.enqueue("orders", "a", "x").value();
        rig.restart();

        assertThat(explain("", stored).standing()).isEqualTo(new Standing.NotInMemory());
        assertThat(barriers(explain("a", null))).contains(new Barrier.OnDisk(false), new Barrier.NoConsumer());
        assertThat(new Wording(explain("a", null)).sentence())
                .isEqualTo(
                        "The next message of key \"a\" waits: no consumer is connected; it is on disk and has to be read"
                                + " first.");
        rig.consume("orders", 1);
        assertThat(explain("", stored).standing()).isInstanceOf(Standing.InFlight.class);
    }

    @Test
    void messageIsBeingReadWhileItsPageIsUnderWay() {
        rig.enqueue("orders", "a", "x").value();
        rig.restart();
        Rig.Receiver consumer = rig.new Receiver("orders");
        Turn sendsForThePage = rig.turn(List.of(consumer.attach(1)));
        Rig.Answer<Explanation> meanwhile = new Rig.Answer<>();

        rig.turn(List.of(new Command.Explain(new QueueName("orders"), "a", null, meanwhile)));

        assertThat(barriers(meanwhile.value())).containsExactly(new Barrier.OnDisk(true));
        assertThat(new Wording(meanwhile.value()).sentence())
                .isEqualTo("The next message of key \"a\" waits: it is being read from disk.");
        rig.run(rig.answers(sendsForThePage.effects()).toArray(Command[]::new));
        assertThat(consumer.payloads()).containsExactly("x");
    }

    private MessageId throttled(String key) {
        return rig.enqueue("orders", new Scheduling(key, 1, List.of("slow")), "x")
                .value();
    }

    private static List<Barrier> barriers(Explanation said) {
        return ((Standing.Ready) said.standing()).barriers();
    }

    private Explanation explain(String key, @Nullable MessageId id) {
        return ask("orders", key, id).value();
    }

    private Rig.Answer<Explanation> ask(String queue, String key, @Nullable MessageId id) {
        return rig.ask(reply -> new Command.Explain(new QueueName(queue), key, id, reply));
    }
}
