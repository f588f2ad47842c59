package io.fila.simulator.law;

import static io.fila.simulator.law.Court.QUEUE;
import static io.fila.simulator.law.Court.insteadOf;
import static io.fila.simulator.law.Court.knowing;
import static io.fila.simulator.law.Court.steps;

import io.fila.core.command.Accepted;
import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.Capacity;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Done;
import io.fila.core.reply.Purged;
import io.fila.core.tape.Cause;
import io.fila.core.tape.Step;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Nothing is taken on the broker's word. Each of these turns is sound; it is told with one thing wrong, in a queue that drops its
 * oldest and whose messages expire, where what happens in the middle of a turn can't be told from what is left at its end.
 */
final class LawsCanFailTest {
    private static final String ANSWERS = "Every command that asks is answered once";
    private static final String EFFECTS = "A command that is accepted does what it says";

    private final Court court =
            new Court(QueueConfig.DEFAULT.with(new Capacity(10, Capacity.Overflow.DROP_OLDEST, null)));

    @Test
    void duplicateThatIsStoredTwice() {
        court.hear(court.enqueue("a", options(0, "k")));
        Sent second = court.enqueue("a");
        Command.Enqueue plain = (Command.Enqueue) second.command();

        court.mustFail(
                ANSWERS,
                insteadOf(
                        reply -> new Command.Enqueue(
                                QUEUE, plain.id(), plain.scheduling(), options(0, "k"), plain.body(), reply),
                        Accepted.stored(plain.id())),
                second);
    }

    @Test
    void messageThatIsLeftOutOfAQueueWithRoom() {
        Sent honest = court.enqueue("a");
        Command.Enqueue sent = (Command.Enqueue) honest.command();

        court.mustFail(
                ANSWERS,
                insteadOf(
                        reply -> new Command.Enqueue(
                                QUEUE, sent.id(), sent.scheduling(), sent.options(), sent.body(), reply),
                        Accepted.dropped()),
                honest);
    }

    @Test
    void statisticsThatForgetWhoExpiredInAQueueThatWasChanged() {
        court.hear(Sent.<QueueConfig>asking(
                reply -> new Command.UpdateQueue(QUEUE, config -> config, reply), answer -> {}));
        court.hear(court.enqueue("a", options(Duration.ofSeconds(1).toNanos(), "")));
        court.advance(Duration.ofSeconds(2));
        court.hear();

        court.mustFail("Statistics count what is there", LawsCanFailTest::withoutExpired, stats());
    }

    @Test
    void statisticsInATurnInWhichSomethingLeaves() {
        court.hear(court.enqueue("a", options(Duration.ofSeconds(1).toNanos(), "")));
        court.advance(Duration.ofSeconds(2));

        court.mustFail("Statistics count what is there", LawsCanFailTest::withoutExpired, stats());
    }

    @Test
    void lossThatIsGivenAnotherReason() {
        court.hear(court.enqueue("a"));

        court.mustFail(
                "Each move has a cause that fits who makes it",
                steps(all -> {
                    all.replaceAll(step -> step instanceof Step.Moved move
                            ? new Step.Moved(move.id(), move.from(), move.to(), Cause.CROWDED_OUT)
                            : step);
                    return all;
                }),
                purge());
    }

    @Test
    void lossThatNobodyTellsOf() {
        court.hear(court.enqueue("a"));

        court.mustFail(
                "A purge deletes as many",
                steps(all -> {
                    all.removeIf(Step.Moved.class::isInstance);
                    return all;
                }),
                purge());
    }

    @Test
    void purgeThatTellsMoreThanItDeleted() {
        court.hear(court.enqueue("a"));

        court.mustFail(
                "A purge deletes as many",
                insteadOf(reply -> new Command.Purge(QUEUE, "", Long.MAX_VALUE, 100, reply), new Purged(2, false, 1)),
                purge());
    }

    @Test
    void weightThatNobodyGave() {
        court.mustFail(
                "Each accepted message is in exactly one state",
                knowing(LawsCanFailTest::weighing2),
                court.enqueue("a"));
    }

    @Test
    void placeInFrontOfSomebodyElse() {
        court.hear(court.enqueue("a"));

        court.mustFail(
                "A message that becomes ready, new or back again",
                steps(all -> {
                    all.replaceAll(step -> step instanceof Step.Moved move && move.to() instanceof Place.Ready at
                            ? new Step.Moved(
                                    move.id(),
                                    move.from(),
                                    new Place.Ready(at.queue(), at.fairnessKey(), at.lane(), at.position() - 1),
                                    move.cause())
                            : step);
                    return all;
                }),
                court.enqueue("a"));
    }

    @Test
    void messageThatComesDueBeforeItsMoment() {
        Sent later = court.enqueue("a", new EnqueueOptions(Duration.ofHours(1).toNanos(), 0, 0, ""));
        MessageId id = ((Command.Enqueue) later.command()).id();
        court.hear(later);

        court.mustFail("A scheduled message joins its flow at its moment", seen -> inserted(seen, id, Cause.CAME_DUE));
    }

    @Test
    void messageThatExpiresBeforeItsTime() {
        Sent lasting = court.enqueue("a", options(Duration.ofHours(1).toNanos(), ""));
        MessageId id = ((Command.Enqueue) lasting.command()).id();
        court.hear(lasting);

        court.mustFail("A message is dropped when its time to live is over", seen -> inserted(seen, id, Cause.EXPIRED));
    }

    @Test
    void cancellationThatFindsNothing() {
        court.hear(court.enqueue("a", options(0, "k")));

        court.mustFail(
                ANSWERS,
                insteadOf(reply -> new Command.Cancel(QUEUE, "k", null, reply), Cancelled.NONE),
                Sent.<List<QueueSummary>>asking(Command.ListQueues::new, answer -> {}));
    }

    @Test
    void moveThatMovesNothing() {
        Sent stays = court.enqueue("a");
        MessageId id = ((Command.Enqueue) stays.command()).id();
        court.hear(stays);

        court.mustFail(
                EFFECTS,
                insteadOf(reply -> new Command.Move(QUEUE, id, new QueueName("orders.dlq"), reply), Done.DONE),
                Sent.<List<QueueSummary>>asking(Command.ListQueues::new, answer -> {}));
    }

    @Test
    void keyThatIsForgottenWhileItIsInUse() {
        court.hear(court.enqueue("a"));

        court.mustFail(
                "A fairness key is counted once",
                seen -> steps(all -> {
                            all.add(new Step.Forgotten(
                                    Objects.requireNonNull(
                                                    seen.snapshot().queues().get(QUEUE))
                                            .definition()
                                            .id(),
                                    "a"));
                            return all;
                        })
                        .apply(seen));
    }

    // ---- what is asked ----

    private static EnqueueOptions options(long ttlNanos, String dedupKey) {
        return new EnqueueOptions(0, 0, ttlNanos, dedupKey);
    }

    private static Sent stats() {
        return Sent.<QueueStats>asking(reply -> new Command.GetStats(QUEUE, reply), answer -> {});
    }

    private static Sent purge() {
        return Sent.<Purged>asking(reply -> new Command.Purge(QUEUE, "", Long.MAX_VALUE, 100, reply), answer -> {});
    }

    // ---- what is told ----

    private static Observation withoutExpired(Observation seen) {
        Answer answer = Objects.requireNonNull(seen.decided().getFirst().answer());
        QueueStats honest = (QueueStats) Objects.requireNonNull(answer.value());
        QueueStats lie = new QueueStats(
                honest.depth(),
                honest.inFlight(),
                honest.activeKeys(),
                honest.consumers(),
                honest.quantum(),
                honest.effectiveQuantum(),
                honest.keys(),
                honest.throttles(),
                honest.scheduled(),
                new QueueStats.Doings(0, 0, 0, 0),
                honest.paused(),
                honest.pausedKeys(),
                honest.config());
        return insteadOf(reply -> new Command.GetStats(QUEUE, reply), lie).apply(seen);
    }

    private static Snapshot weighing2(Snapshot honest) {
        TreeMap<QueueName, Snapshot.OfQueue> queues = new TreeMap<>(honest.queues());
        queues.computeIfPresent(QUEUE, (name, queue) -> {
            TreeMap<String, Snapshot.OfFlow> flows = new TreeMap<>(queue.flows());
            flows.replaceAll((key, flow) -> new Snapshot.OfFlow(2, flow.lanes()));
            return new Snapshot.OfQueue(
                    queue.definition(), flows, queue.leases(), queue.scheduled(), queue.dedupKeys(), queue.paused());
        });
        return new Snapshot(queues, honest.settings(), honest.buckets(), honest.keys());
    }

    /** A timer moves the message although it is not time. */
    private static Observation inserted(Observation seen, MessageId id, Cause cause) {
        var queue = Objects.requireNonNull(seen.snapshot().queues().get(QUEUE))
                .definition()
                .id();
        Place ready = new Place.Ready(queue, "a", "", 0);
        Place scheduled =
                new Place.Scheduled(queue, Duration.ofDays(1).plusHours(1).toNanos());
        Step.Moved lie = cause == Cause.CAME_DUE
                ? new Step.Moved(id, scheduled, ready, cause)
                : new Step.Moved(id, ready, Place.NOWHERE, cause);
        return steps(all -> {
                    all.add(1, lie);
                    return all;
                })
                .apply(seen);
    }
}
