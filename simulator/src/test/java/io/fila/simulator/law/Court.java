package io.fila.simulator.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.message.Body;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Reply;
import io.fila.core.tape.Recording;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import io.fila.simulator.process.Sent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** A sound broker before the referee, and what it did may be told otherwise than it was. */
final class Court {
    static final QueueName QUEUE = new QueueName("orders");

    private final BrokerSettings settings = BrokerSettings.defaults();
    private final FaultyJournal journal = new FaultyJournal();
    private final FakeHooks hooks = new FakeHooks(List.of("a"), List.of(), this::nowNanos);
    private final Model model = new Model(settings.limits());
    private final Referee referee = new Referee(model, Laws.all(model, journal, hooks, settings, 1));
    private final Recording recording = new Recording();
    private final Broker broker;
    private long nowNanos = Duration.ofDays(1).toNanos();
    private long nextId = 1;

    Court(QueueConfig config) {
        broker = Broker.recover(settings, journal, nowNanos);
        broker.record(recording);
        referee.started(broker, nowNanos);
        hear(Sent.<QueueName>asking(reply -> new Command.CreateQueue(QUEUE, config, reply), answer -> {}));
    }

    private long nowNanos() {
        return nowNanos;
    }

    void advance(Duration time) {
        nowNanos += time.toNanos();
    }

    Sent enqueue(String key, EnqueueOptions options) {
        MessageId id = new MessageId(7, nextId++);
        Body body = new Body("hello".getBytes(StandardCharsets.UTF_8));
        return Sent.<Accepted>asking(
                reply -> new Command.Enqueue(QUEUE, id, new Scheduling(key, 1, List.of()), options, body, reply),
                answer -> {});
    }

    Sent enqueue(String key) {
        return enqueue(key, EnqueueOptions.NONE);
    }

    /** One turn that no law has anything against. */
    void hear(Sent... commands) {
        hear(UnaryOperator.identity(), commands);
    }

    /** One turn that is told otherwise than it was: the law that begins like this must say so. */
    void mustFail(String law, UnaryOperator<Observation> lie, Sent... commands) {
        assertThatThrownBy(() -> hear(lie, commands))
                .isInstanceOf(BrokenLawException.class)
                .hasMessageStartingWith(law);
    }

    private void hear(UnaryOperator<Observation> lie, Sent... commands) {
        List<Command> batch = new ArrayList<>();
        for (Sent sent : commands) {
            batch.add(sent.command());
        }
        Turn turn = broker.turn(nowNanos, batch);
        List<Step> steps = recording.take();
        journal.commit(turn.records());
        turn.notices().forEach(hooks::notice);
        turn.release();
        assertThat(turn.deliveries()).isZero();
        referee.turned(lie.apply(new Observation(
                broker::snapshot,
                turn,
                steps,
                nowNanos,
                List.of(commands),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Map.of())));
    }

    // ---- lies ----

    /** The one command of the turn was another, and was answered like this. */
    static <T> UnaryOperator<Observation> insteadOf(Function<Reply<T>, Command> command, T answer) {
        return seen -> {
            List<Reply<T>> told = new ArrayList<>();
            Sent other = Sent.<T>asking(
                    reply -> {
                        told.add(reply);
                        return command.apply(reply);
                    },
                    ignored -> {});
            told.getFirst().accept(answer);
            List<Step> steps = new ArrayList<>(seen.steps());
            steps.replaceAll(step -> switch (step) {
                case Step.Decides _ -> new Step.Decides(other.command());
                case Step.Answered _ -> new Step.Answered(told.getFirst(), answer);
                default -> step;
            });
            return with(seen, seen.snapshot(), steps, List.of(other));
        };
    }

    /** Other steps. */
    static UnaryOperator<Observation> steps(UnaryOperator<List<Step>> other) {
        return seen -> with(seen, seen.snapshot(), other.apply(new ArrayList<>(seen.steps())), seen.decided());
    }

    /** What the broker knows is something else. */
    static UnaryOperator<Observation> knowing(UnaryOperator<Snapshot> other) {
        return seen -> with(seen, other.apply(seen.snapshot()), seen.steps(), seen.decided());
    }

    private static Observation with(Observation seen, Snapshot snapshot, List<Step> steps, List<Sent> decided) {
        return new Observation(
                () -> snapshot,
                seen.turn(),
                steps,
                seen.clockNanos(),
                decided,
                seen.handovers(),
                seen.flushed(),
                seen.ended(),
                seen.pagesUnderWay(),
                seen.windows());
    }
}
