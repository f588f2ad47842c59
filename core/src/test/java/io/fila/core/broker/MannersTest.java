package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.hook.Complaint;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.message.Terms;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.Capacity.Overflow;
import io.fila.core.queue.Lifetimes;
import io.fila.core.queue.Pace;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Rate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Queues with manners: delays, dedup keys, lifetimes, capacity, concurrency, pauses, leases by name. */
final class MannersTest {
    private static final QueueName ORDERS = new QueueName("orders");
    private static final Terms IN_AN_HOUR = delay(Duration.ofHours(1));

    private final Rig rig = new Rig();

    private static Terms delay(Duration delay) {
        return new Terms(delay.toNanos(), 0, 0, "");
    }

    private static Terms ttl(Duration ttl) {
        return new Terms(0, 0, ttl.toNanos(), "");
    }

    private static Terms dedup(String key) {
        return new Terms(0, 0, 0, key);
    }

    private static QueueConfig capacity(long maxDepth, Overflow overflow) {
        return QueueConfig.DEFAULT.with(new Capacity(maxDepth, overflow, null));
    }

    private static QueueConfig pace(long inFlight, long inFlightPerKey) {
        return QueueConfig.DEFAULT.with(new Pace(inFlight, inFlightPerKey, 0, -1));
    }

    private Rig.Answer<Done> ack(MessageId id, long leaseId) {
        return rig.ask(reply -> new Command.Ack(ORDERS, id, leaseId, reply));
    }

    private Rig.Answer<Done> nack(MessageId id, Complaint complaint) {
        return rig.ask(reply -> new Command.Nack(ORDERS, id, 0, complaint, reply));
    }

    private void pause(String key, boolean paused) {
        rig.<Done>ask(reply -> new Command.Pause(ORDERS, key, paused, reply)).value();
    }

    private QueueConfig update(UnaryOperator<QueueConfig> change) {
        return rig.<QueueConfig>ask(reply -> new Command.UpdateQueue(ORDERS, change, reply))
                .value();
    }

    private Purged purge(String key, long before, int limit) {
        return rig.<Purged>ask(reply -> new Command.Purge(ORDERS, key, before, limit, reply))
                .value();
    }

    private MessageId stored(Accepted accepted) {
        assertThat(accepted.outcome()).isEqualTo(Accepted.Outcome.STORED);
        return Objects.requireNonNull(accepted.id());
    }

    // ---- delays ----

    @Test
    void delayedMessageWaitsForItsMomentAndSurvivesARestart() {
        rig.create("orders", new QueueConfig(Duration.ofDays(1)));
        rig.offer("orders", "a", IN_AN_HOUR, "later").value();
        rig.enqueue("orders", "a", "now");
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);

        rig.advance(Duration.ofMinutes(59));
        assertThat(receiver.payloads()).containsExactly("now");
        assertThat(rig.stats("orders").scheduled()).isEqualTo(1);

        rig.advance(Duration.ofMinutes(1));
        assertThat(receiver.payloads()).containsExactly("now", "later");
    }

    @Test
    void overdueMessagesAreReleasedInTheOrderOfTheirMomentsAndFreshOnesFlow() {
        rig.create("orders");
        for (int i = 0; i < 3000; i++) {
            rig.offer("orders", "late", delay(Duration.ofSeconds(3000 - i)), Integer.toString(3000 - i));
        }
        rig.restart();
        rig.clock(Duration.ofHours(2));
        Rig.Receiver receiver = rig.consume("orders", 5000);
        rig.enqueue("orders", "fresh", "fresh");

        assertThat(receiver.payloads()).contains("fresh").hasSize(3001);
        assertThat(receiver.payloads().stream()
                        .filter(payload -> !payload.equals("fresh"))
                        .map(Integer::valueOf))
                .isSorted();
    }

    @Test
    void weightOfADelayedMessageCountsWhenItJoinsTheLine() {
        rig.create("orders");
        Scheduling heavy = new Scheduling("a", 5, List.of());
        rig.<Accepted>ask(reply ->
                new Command.Enqueue(ORDERS, new MessageId(9, 9), heavy, IN_AN_HOUR, new Body(new byte[0]), reply));
        rig.advance(Duration.ofHours(1));

        assertThat(rig.stats("orders").keys().getFirst().weight()).isEqualTo(5);
    }

    // ---- dedup ----

    @Test
    void secondMessageWithAKeyIsTheFirstOneWhileThatIsAlive() {
        rig.create("orders");
        MessageId first = stored(rig.offer("orders", "a", dedup("k"), "one").value());

        assertThat(rig.offer("orders", "a", dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(rig.offer("orders", "a", dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        rig.restart();
        assertThat(rig.offer("orders", "a", dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        ack(first, 0).value();

        stored(rig.offer("orders", "a", dedup("k"), "two").value());
        assertThat(receiver.payloads()).containsExactly("one");
        assertThat(rig.stats("orders").doings().duplicates()).isEqualTo(1);
    }

    @Test
    void keyStaysTakenForAWindowAfterTheAck() {
        rig.create("orders", QueueConfig.DEFAULT.with(new Lifetimes(Duration.ZERO, Duration.ofMinutes(5))));
        MessageId first = stored(rig.offer("orders", "a", dedup("k"), "one").value());
        rig.consume("orders", 10);
        ack(first, 0).value();
        rig.restart();

        rig.advance(Duration.ofMinutes(4));
        assertThat(rig.offer("orders", "a", dedup("k"), "two").value()).isEqualTo(Accepted.duplicateOf(first));
        rig.advance(Duration.ofMinutes(1));
        stored(rig.offer("orders", "a", dedup("k"), "two").value());
    }

    @Test
    void keysAreOfOneQueueAndFreedWhenTheMessageIsGivenUp() {
        rig.create(
                "orders",
                new QueueConfig(
                        QueueConfig.DEFAULT_VISIBILITY_TIMEOUT,
                        "",
                        "",
                        1,
                        QueueConfig.ScriptFallback.DEFAULTS,
                        Duration.ZERO,
                        0));
        rig.create("others");
        MessageId first = stored(rig.offer("orders", "a", dedup("k"), "one").value());
        stored(rig.offer("others", "a", dedup("k"), "one").value());
        rig.consume("orders", 1);
        rig.nack("orders", first);

        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
        stored(rig.offer("orders", "a", dedup("k"), "two").value());
        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(1);
    }

    // ---- time to live ----

    @Test
    void messageIsNeverDeliveredWhenItsTimeIsOver() {
        rig.create("orders");
        rig.offer("orders", "a", ttl(Duration.ofSeconds(10)), "short");
        rig.offer("orders", "a", ttl(Duration.ofSeconds(20)), "long");
        rig.enqueue("orders", "a", "forever");
        rig.restart();
        rig.advance(Duration.ofSeconds(10));

        Rig.Receiver receiver = rig.consume("orders", 10);

        assertThat(receiver.payloads()).containsExactly("long", "forever");
        assertThat(rig.stats("orders").doings().expired()).isEqualTo(1);
    }

    @Test
    void expiredHeadsVanishWithoutAConsumer() {
        rig.create("orders", QueueConfig.DEFAULT.with(new Lifetimes(Duration.ofSeconds(10), Duration.ZERO)));
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "b", "two");
        assertThat(rig.stats("orders").depth()).isEqualTo(2);

        rig.advance(Duration.ofSeconds(10));

        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.journal().messages()).isZero();
    }

    @Test
    void timeToLiveOfADelayedMessageBeginsWithItsMoment() {
        rig.create("orders");
        rig.offer(
                "orders",
                "a",
                new Terms(
                        Duration.ofHours(1).toNanos(), 0, Duration.ofSeconds(1).toNanos(), ""),
                "x");
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.advance(Duration.ofHours(1));

        assertThat(receiver.payloads()).containsExactly("x");
    }

    // ---- capacity ----

    @Test
    void fullQueueRejectsAndSaysWhenToComeBack() {
        rig.create("orders", capacity(2, Overflow.REJECT));
        rig.enqueue("orders", "a", "one");
        rig.offer("orders", "a", IN_AN_HOUR, "two").value();

        Refusal refusal = rig.enqueue("orders", "a", "three").refusal();

        assertThat(refusal.code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);
        assertThat(refusal.retryAfterNanos()).isPositive();
    }

    @Test
    void messagesWithConsumersTakeUpRoomToo() {
        rig.create("orders", capacity(1, Overflow.REJECT));
        MessageId id = rig.enqueue("orders", "a", "one").value();
        rig.consume("orders", 1);
        assertThat(rig.enqueue("orders", "a", "two").refusal().code()).isEqualTo(Refusal.Code.RESOURCE_EXHAUSTED);

        rig.ack("orders", id);

        rig.enqueue("orders", "a", "two").value();
    }

    @Test
    void fullQueueMayDropWhatIsNew() {
        rig.create("orders", capacity(1, Overflow.DROP_NEW));
        rig.enqueue("orders", "a", "one");

        assertThat(rig.offer("orders", "a", Terms.NONE, "two").value()).isEqualTo(Accepted.dropped());
        assertThat(rig.consume("orders", 5).payloads()).containsExactly("one");
        assertThat(rig.stats("orders").doings().dropped()).isEqualTo(1);
    }

    @Test
    void fullQueueMayDropTheOldestOfTheSameTenantOrElseOfTheFattest() {
        rig.create("orders", capacity(3, Overflow.DROP_OLDEST));
        rig.enqueue("orders", "noisy", "n1");
        rig.enqueue("orders", "noisy", "n2");
        rig.enqueue("orders", "quiet", "q1");

        rig.enqueue("orders", "noisy", "n3");
        rig.enqueue("orders", "third", "t1");

        assertThat(rig.stats("orders").depth()).isEqualTo(3);
        assertThat(rig.consume("orders", 5).payloads()).containsExactlyInAnyOrder("q1", "n3", "t1");
    }

    @Test
    void admissionNeedsTokensWhileTheQueueIsNearlyFull() {
        rig.create(
                "orders",
                QueueConfig.DEFAULT.with(
                        new Capacity(10, Overflow.REJECT, new Capacity.Admission(50, new Rate(1, 1)))));
        for (int i = 0; i < 6; i++) {
            rig.enqueue("orders", "a", "m").value();
        }
        Refusal refusal = rig.enqueue("orders", "a", "m").refusal();

        assertThat(refusal.retryAfterNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        rig.advance(Duration.ofSeconds(1));
        rig.enqueue("orders", "a", "m").value();
    }

    @Test
    void redriveStopsAtAFullQueue() {
        rig.create(
                "orders",
                new QueueConfig(
                                QueueConfig.DEFAULT_VISIBILITY_TIMEOUT,
                                "",
                                "",
                                1,
                                QueueConfig.ScriptFallback.DEFAULTS,
                                Duration.ZERO,
                                0)
                        .with(new Capacity(2, Overflow.REJECT, null)));
        for (int i = 0; i < 3; i++) {
            MessageId id = rig.enqueue("orders", "a", "m" + i).value();
            rig.consume("orders", 1).detach();
            rig.nack("orders", id);
        }
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(3);

        assertThat(rig.redrive("orders.dlq", 10).value()).isEqualTo(2);
        assertThat(rig.redrive("orders.dlq", 10).value()).isZero();
        assertThat(rig.stats("orders.dlq").depth()).isEqualTo(1);
    }

    // ---- concurrency ----

    @Test
    void noMoreOfAKeyIsInFlightThanMayBeAndOthersGoOn() {
        rig.create("orders", pace(0, 2));
        for (int i = 0; i < 4; i++) {
            rig.enqueue("orders", "slow", "s" + i);
        }
        rig.enqueue("orders", "quick", "q");
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactlyInAnyOrder("s0", "s1", "q");

        rig.ack("orders", receiver.received.getFirst().envelope().id());

        assertThat(receiver.payloads()).hasSize(4).contains("s2");
    }

    @Test
    void noMoreOfAQueueIsInFlightThanMayBe() {
        rig.create("orders", pace(2, 0));
        for (int i = 0; i < 4; i++) {
            rig.enqueue("orders", "a", "m" + i);
        }
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactly("m0", "m1");

        update(config -> config.with(new Pace(3, 0, 0, -1)));

        assertThat(receiver.payloads()).containsExactly("m0", "m1", "m2");
    }

    @Test
    void raisedLimitLetsKeysGoOnThatWereHeldBack() {
        rig.create("orders", pace(0, 1));
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "a", "two");
        Rig.Receiver receiver = rig.consume("orders", 10);

        assertThat(update(config -> config.with(Pace.DEFAULT)).pace()).isEqualTo(Pace.DEFAULT);

        assertThat(receiver.payloads()).containsExactly("one", "two");
        rig.restart();
        assertThat(rig.stats("orders").config().pace()).isEqualTo(Pace.DEFAULT);
    }

    // ---- pauses and weights ----

    @Test
    void pausedKeyGetsNothingUntilItIsResumed() {
        rig.create("orders");
        pause("a", true);
        rig.enqueue("orders", "a", "one");
        rig.enqueue("orders", "b", "two");
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);
        rig.enqueue("orders", "a", "three");
        assertThat(receiver.payloads()).containsExactly("two");
        assertThat(rig.stats("orders").pausedKeys()).containsExactly("a");
        assertThat(rig.stats("orders").keys().getFirst().paused()).isTrue();

        pause("a", false);

        assertThat(receiver.payloads()).containsExactly("two", "one", "three");
    }

    @Test
    void pausedQueueDeliversNothingAndStillTakesAcks() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        rig.consume("orders", 10);
        pause("", true);
        rig.enqueue("orders", "a", "two");
        rig.ack("orders", id).value();
        rig.restart();
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).isEmpty();

        pause("", false);

        assertThat(receiver.payloads()).containsExactly("two");
    }

    @Test
    void weightOfAKeyCanBeSetForWhatItHasWaiting() {
        rig.create("orders");
        rig.enqueue("orders", "a", "one");
        rig.<Done>ask(reply -> new Command.SetWeight(ORDERS, "a", 7, reply)).value();
        rig.restart();

        assertThat(rig.stats("orders").keys().getFirst().weight()).isEqualTo(7);
        assertThat(rig.<Done>ask(reply -> new Command.SetWeight(ORDERS, "b", 7, reply))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.NOT_FOUND);
    }

    // ---- leases by name ----

    @Test
    void ackOfAStaleLeaseDoesNotHitTheNextOne() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 10);
        long stale = receiver.last().leaseId();
        rig.advance(Duration.ofSeconds(31));
        long current = receiver.last().leaseId();
        assertThat(current).isNotEqualTo(stale);

        assertThat(ack(id, stale).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        rig.restart();
        ack(id, current).value();
    }

    @Test
    void extendedLeaseLastsLongerAlsoAcrossARestart() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 1);
        rig.advance(Duration.ofSeconds(20));
        long deadline = rig.<Long>ask(reply -> new Command.Extend(
                        ORDERS,
                        id,
                        receiver.last().leaseId(),
                        Duration.ofHours(1).toNanos(),
                        reply))
                .value();
        assertThat(deadline - receiver.last().leasedAtNanos())
                .isEqualTo(Duration.ofHours(1).plusSeconds(20).toNanos());
        rig.restart();

        rig.advance(Duration.ofMinutes(59));
        assertThat(rig.stats("orders").inFlight()).isEqualTo(1);
        rig.advance(Duration.ofMinutes(2));
        assertThat(rig.stats("orders").inFlight()).isZero();
    }

    // ---- nacks that say when ----

    @Test
    void nackSaysWhenToTryAgain() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        Rig.Receiver receiver = rig.consume("orders", 10);
        nack(id, new Complaint("429", Duration.ofMinutes(1).toNanos(), "")).value();

        rig.advance(Duration.ofSeconds(59));
        assertThat(receiver.payloads()).hasSize(1);
        rig.advance(Duration.ofSeconds(1));
        assertThat(receiver.payloads()).hasSize(2);
    }

    @Test
    void nackMayHoldAThrottleKeyForEveryone() {
        rig.create("orders");
        rig.create("others", new QueueConfig(Duration.ofDays(1)));
        Scheduling throttled = new Scheduling("a", 1, List.of("api"));
        MessageId id = rig.enqueue("orders", throttled, "one").value();
        rig.consume("orders", 1).detach();
        nack(id, new Complaint("429", Duration.ofMinutes(1).toNanos(), "api")).value();
        rig.enqueue("others", throttled, "two");
        rig.enqueue("others", "a", "free");
        rig.restart();
        Rig.Receiver others = rig.consume("others", 10);

        rig.advance(Duration.ofSeconds(59));
        assertThat(others.payloads()).containsExactly("free");
        rig.advance(Duration.ofSeconds(1));
        assertThat(others.payloads()).containsExactly("free", "two");
        assertThat(rig.snapshot().buckets()).isEmpty();
        rig.restart();
        assertThat(rig.snapshot().buckets()).isEmpty();
    }

    @Test
    void nackCanHoldOnlyTheMessagesOwnKeys() {
        rig.create("orders");
        MessageId id = rig.enqueue("orders", "a", "one").value();
        rig.consume("orders", 1);

        assertThat(nack(id, new Complaint("429", 1000, "somebody")).refusal().code())
                .isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        rig.ack("orders", id).value();
    }

    // ---- purge and move ----

    @Test
    void purgeDeletesWhatWaitsAndLeavesWhatIsInFlight() {
        rig.create("orders");
        MessageId held = rig.enqueue("orders", "a", "held").value();
        rig.consume("orders", 1).detach();
        for (int i = 0; i < 2000; i++) {
            rig.enqueue("orders", "k" + i % 7, "m");
        }
        rig.offer("orders", "a", IN_AN_HOUR, "later").value();
        rig.restart();

        int deleted = 0;
        Purged step;
        do {
            step = purge("", Long.MAX_VALUE, 300);
            assertThat(step.count()).isLessThanOrEqualTo(300);
            deleted += step.count();
        } while (step.more());

        assertThat(deleted).isEqualTo(2001);
        assertThat(rig.journal().messages()).isEqualTo(1);
        rig.ack("orders", held).value();
    }

    @Test
    void purgeOfOneKeyOrOfTheOldLeavesTheRest() {
        rig.create("orders");
        rig.enqueue("orders", "a", "a1");
        rig.enqueue("orders", "b", "b1");
        rig.advance(Duration.ofHours(1));
        rig.enqueue("orders", "b", "b2");
        rig.enqueue("orders", "a", "a2");
        long halfAnHourAgo = rig.nowNanos() - Duration.ofMinutes(30).toNanos();

        assertThat(purge("b", halfAnHourAgo, 100).count()).isEqualTo(1);
        assertThat(purge("a", Long.MAX_VALUE, 100).count()).isEqualTo(2);

        assertThat(rig.consume("orders", 10).payloads()).containsExactly("b2");
    }

    @Test
    void messageMovesToAnotherQueue() {
        rig.create("orders");
        rig.create("others");
        rig.enqueue("orders", "a", "one");
        MessageId second = rig.enqueue("orders", "a", "two").value();
        MessageId later = stored(rig.offer("orders", "a", IN_AN_HOUR, "later").value());

        rig.<Done>ask(reply -> new Command.Move(ORDERS, second, new QueueName("others"), reply))
                .value();
        rig.<Done>ask(reply -> new Command.Move(ORDERS, later, new QueueName("others"), reply))
                .value();
        rig.restart();

        assertThat(rig.consume("others", 10).payloads()).containsExactly("two", "later");
        Rig.Receiver receiver = rig.consume("orders", 10);
        assertThat(receiver.payloads()).containsExactly("one");
        assertThat(rig.<Done>ask(reply -> new Command.Move(
                                ORDERS, receiver.last().envelope().id(), new QueueName("others"), reply))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.FAILED_PRECONDITION);
    }

    @Test
    void everythingIsKnownAgainAfterARestart() {
        rig.create("orders", capacity(100, Overflow.REJECT).with(new Pace(0, 3, 10, 0)));
        rig.offer("orders", "a", dedup("k1"), "one");
        rig.offer("orders", "b", new Terms(0, 0, Duration.ofHours(1).toNanos(), "k2"), "two");
        rig.offer("orders", "b", IN_AN_HOUR, "three");
        pause("c", true);
        rig.consume("orders", 1).detach();
        Snapshot before = rig.snapshot();

        rig.restart();

        assertThat(rig.snapshot()).isEqualTo(before);
    }
}
