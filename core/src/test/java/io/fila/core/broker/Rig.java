package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.consumer.ConsumerId;
import io.fila.core.consumer.Delivery;
import io.fila.core.consumer.DeliverySink;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.NackReason;
import io.fila.core.journal.Effect;
import io.fila.core.journal.MemoryJournal;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Body;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.record.LaneChanged;
import io.fila.core.record.MessageMoved;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Done;
import io.fila.core.reply.Purged;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.tape.NetEffect;
import io.fila.core.tape.Recording;
import io.fila.core.tape.Step;
import io.fila.core.turn.Turn;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A broker on a memory journal in virtual time: every call is a turn, committed and released, effects included. */
final class Rig {
    /** So little memory that most of a backlog is on disk, and few pages at a time. */
    static final Limits LITTLE_MEMORY = Limits.defaults()
            .but()
            .windowPerLane(8)
            .headsInMemory(200)
            .bodyBytesInMemory(64)
            .pagesInFlight(2)
            .limits();

    private final BrokerSettings settings;
    private final MemoryJournal journal = new MemoryJournal();
    private final List<String> reports = new ArrayList<>();
    private Broker broker;

    /** What the scripts of all queues say. */
    Function<Failure, FailureDecision> onFailure = failure -> FailureDecision.RETRY_AT_ONCE;

    Function<Scheduling, @Nullable Scheduling> onEnqueue = before -> before;

    /** Pages whose entries can't be read. */
    Predicate<Effect.LoadPage> damaged = load -> false;

    private long nowNanos = Duration.ofDays(1).toNanos();
    private long nextId = 1;
    private long nextConsumer = 1;
    private final Recording recording = new Recording();
    private final List<Step> steps = new ArrayList<>();

    Rig() {
        this(new BrokerSettings(
                BrokerSettings.DEFAULT_QUANTUM, BrokerSettings.DEFAULT_SPARSE_ALLOWANCE, Limits.defaults()));
    }

    Rig(BrokerSettings settings) {
        this.settings = settings;
        this.broker = recover();
    }

    private Broker recover() {
        Broker recovered = Broker.recover(settings, journal, nowNanos);
        recovered.record(recording);
        return recovered;
    }

    /** What a command was answered: a value or a refusal. */
    static final class Answer<T> implements Reply<T> {
        private @Nullable T value;
        private @Nullable Refusal refusal;

        @Override
        public void accept(T accepted) {
            value = accepted;
        }

        @Override
        public void refuse(Refusal refused) {
            refusal = refused;
        }

        T value() {
            if (value == null) {
                throw new AssertionError("expected a value but got " + refusal);
            }
            return value;
        }

        boolean isAnswered() {
            return value != null || refusal != null;
        }

        Refusal refusal() {
            if (refusal == null) {
                throw new AssertionError("expected a refusal but got " + value);
            }
            return refusal;
        }
    }

    /** A consumer that writes down what it receives. */
    final class Receiver implements DeliverySink {
        private final QueueName queue;
        private final ConsumerId id = new ConsumerId(nextConsumer++);
        final List<Delivery> received = new ArrayList<>();

        @Nullable Refusal ended;

        Receiver(String queue) {
            this.queue = new QueueName(queue);
        }

        @Override
        public void deliver(Delivery delivery) {
            received.add(delivery);
        }

        @Override
        public void flush() {}

        @Override
        public void end(Refusal why) {
            ended = why;
        }

        ConsumerId id() {
            return id;
        }

        Command attach(int credit) {
            return new Command.Attach(queue, id, this, true, credit, new Answer<>());
        }

        void grant(int credit) {
            run(new Command.Grant(queue, id, credit));
        }

        void detach() {
            run(new Command.Detach(queue, id));
        }

        List<String> payloads() {
            return received.stream().map(delivery -> payload(delivery)).toList();
        }

        List<String> keys() {
            return received.stream()
                    .map(delivery -> delivery.envelope().fairnessKey())
                    .toList();
        }

        Delivery last() {
            return received.getLast();
        }
    }

    String payload(Delivery delivery) {
        Body body = delivery.body() != null
                ? delivery.body()
                : journal.body(delivery.queueId(), delivery.envelope().id());
        return body == null ? "missing" : new String(body.bytes(), StandardCharsets.UTF_8);
    }

    Answer<QueueName> create(String queue) {
        return create(queue, QueueConfig.DEFAULT);
    }

    Answer<QueueName> create(String queue, QueueConfig config) {
        return ask(reply -> new Command.CreateQueue(new QueueName(queue), config, reply));
    }

    Answer<Done> delete(String queue) {
        return ask(reply -> new Command.DeleteQueue(new QueueName(queue), reply));
    }

    Answer<MessageId> enqueue(String queue, String key, String payload) {
        return enqueue(queue, new Scheduling(key, 1, List.of()), payload);
    }

    Answer<MessageId> enqueue(String queue, Scheduling scheduling, String payload) {
        return ask(reply -> enqueueCommand(queue, scheduling, payload, reply));
    }

    Command.Enqueue enqueueCommand(String queue, Scheduling scheduling, String payload, Reply<MessageId> reply) {
        return enqueueCommand(queue, scheduling, EnqueueOptions.NONE, payload, new IdOnly(reply));
    }

    Answer<Accepted> offer(String queue, String key, EnqueueOptions options, String payload) {
        Scheduling scheduling = new Scheduling(key, 1, List.of());
        return ask(reply -> enqueueCommand(queue, scheduling, options, payload, reply));
    }

    Command.Enqueue enqueueCommand(
            String queue, Scheduling scheduling, EnqueueOptions options, String payload, Reply<Accepted> reply) {
        Body body = new Body(payload.getBytes(StandardCharsets.UTF_8));
        return new Command.Enqueue(new QueueName(queue), new MessageId(7, nextId++), scheduling, options, body, reply);
    }

    /** For those who only want to know the id of what was stored. */
    private record IdOnly(Reply<MessageId> reply) implements Reply<Accepted> {
        @Override
        public void accept(Accepted accepted) {
            reply.accept(Objects.requireNonNull(accepted.id()));
        }

        @Override
        public void refuse(Refusal refusal) {
            reply.refuse(refusal);
        }
    }

    Receiver consume(String queue, int credit) {
        Receiver receiver = new Receiver(queue);
        run(receiver.attach(credit));
        return receiver;
    }

    Answer<Done> ack(String queue, MessageId id) {
        return ask(reply -> new Command.Ack(new QueueName(queue), id, reply));
    }

    Answer<Done> ack(String queue, MessageId id, long leaseId) {
        return ask(reply -> new Command.Ack(new QueueName(queue), id, leaseId, reply));
    }

    Answer<Done> nack(String queue, MessageId id) {
        return nack(queue, id, NackReason.of("failed"));
    }

    Answer<Done> nack(String queue, MessageId id, NackReason reason) {
        return ask(reply -> new Command.Nack(new QueueName(queue), id, 0, reason, reply));
    }

    void pause(String queue, String key, boolean paused) {
        this.<Done>ask(reply -> new Command.Pause(new QueueName(queue), key, paused, reply))
                .value();
    }

    QueueConfig update(String queue, UnaryOperator<QueueConfig> change) {
        return this.<QueueConfig>ask(reply -> new Command.UpdateQueue(new QueueName(queue), change, reply))
                .value();
    }

    Purged purge(String queue, String key, long before, int limit) {
        return this.<Purged>ask(reply -> new Command.Purge(new QueueName(queue), key, before, limit, reply))
                .value();
    }

    Answer<Done> move(String queue, MessageId id, String target) {
        return ask(reply -> new Command.Move(new QueueName(queue), id, new QueueName(target), reply));
    }

    Answer<Done> set(String key, String value) {
        return ask(reply -> new Command.SetConfig(key, value, reply));
    }

    Answer<String> get(String key) {
        return ask(reply -> new Command.GetConfig(key, reply));
    }

    Answer<Integer> redrive(String deadLetters, int limit) {
        return ask(reply -> new Command.Redrive(new QueueName(deadLetters), limit, reply));
    }

    QueueStats stats(String queue) {
        return this.<QueueStats>ask(reply -> new Command.GetStats(new QueueName(queue), reply))
                .value();
    }

    List<QueueSummary> list() {
        return this.<List<QueueSummary>>ask(Command.ListQueues::new).value();
    }

    <T> Answer<T> ask(Function<Reply<T>, Command> command) {
        Answer<T> answer = new Answer<>();
        run(command.apply(answer));
        return answer;
    }

    /** Runs turns until nothing is left to do now. */
    void run(Command... commands) {
        ArrayDeque<Command> waiting = new ArrayDeque<>(List.of(commands));
        boolean workLeft = true;
        while (workLeft || !waiting.isEmpty()) {
            Turn turn = turn(new ArrayList<>(waiting));
            waiting.clear();
            turn.effects().forEach(effect -> answer(effect, waiting));
            workLeft = turn.workLeft();
        }
    }

    /** What effects come back with, if they are run now. */
    List<Command> answers(List<Effect> effects) {
        ArrayDeque<Command> answers = new ArrayDeque<>();
        effects.forEach(effect -> answer(effect, answers));
        return List.copyOf(answers);
    }

    private void answer(Effect effect, ArrayDeque<Command> waiting) {
        switch (effect) {
            case Effect.LoadPage load ->
                waiting.add(new Command.PageLoaded(
                        load.queue(), load.fairnessKey(), load.lane(), load.ticket(), page(load)));
            case Effect.LoadSchedule load ->
                waiting.add(new Command.ScheduleLoaded(
                        load.queue(), load.ticket(), journal.schedule(load.queue(), load.after(), load.limit())));
            case Effect.AskOnFailure ask ->
                waiting.add(new Command.FailureDecided(
                        ask.queueId(), ask.queue(), ask.failure(), onFailure.apply(ask.failure()), ask.reply()));
            case Effect.AskOnEnqueue ask ->
                waiting.add(new Command.RedriveDecided(
                        ask.deadLetters(),
                        ask.candidates().stream()
                                .map(candidate ->
                                        new Command.Redriven(candidate.id(), onEnqueue.apply(candidate.before())))
                                .toList(),
                        ask.reply()));
            case Effect.Report report -> reports.add(report.sentence());
        }
    }

    private Page page(Effect.LoadPage load) {
        Page page = journal.page(load.queue(), load.fairnessKey(), load.lane(), load.afterPosition(), load.limit());
        if (!damaged.test(load)) {
            return page;
        }
        List<Long> positions = page.messages().stream()
                .map(message -> ((Place.Ready) message.place()).position())
                .toList();
        return new Page(List.of(), positions, page.readThrough(), page.complete());
    }

    /** One turn, without its effects. */
    Turn turn(List<? extends Command> commands) {
        Turn turn = broker.turn(nowNanos, commands);
        List<Step> taken = recording.take();
        assertThat(NetEffect.ofRecords(turn.records())).isEqualTo(NetEffect.ofSteps(taken, turn.records()));
        steps.addAll(taken);
        journal.commit(turn.records());
        turn.release();
        return turn;
    }

    void advance(Duration time) {
        nowNanos += time.toNanos();
        run();
    }

    /** Sets the clock, which may jump either way. */
    void clock(Duration time) {
        nowNanos += time.toNanos();
    }

    /** A message as it is on disk. */
    Message inPlace(String queue, PlaceKind kind, MessageId id) {
        return journal.browse(idOf(queue), kind, "", "", Integer.MAX_VALUE).messages().stream()
                .filter(message -> message.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** Takes some of a queue's messages from the disk, from one to before another, without a word to the broker. */
    void lose(String queue, PlaceKind kind, int from, int to) {
        List<Message> stored = journal.browse(idOf(queue), kind, "", "", to).messages();
        for (Message lost : stored.subList(from, to)) {
            journal.commit(
                    List.of(new MessageMoved(lost.envelope(), lost.attempts(), null, lost.place(), Place.NOWHERE)));
        }
    }

    /** Puts the entries of all messages that are with consumers back in line, on disk, without a word to the broker. */
    void bringBack(String queue) {
        QueueId id = idOf(queue);
        for (Message leased : journal.browse(id, PlaceKind.LEASED, "", "", 100).messages()) {
            String key = leased.envelope().fairnessKey();
            Body body = journal.body(id, leased.id());
            journal.commit(List.of(
                    new MessageMoved(
                            leased.envelope(), leased.attempts(), body, Place.NOWHERE, new Place.Ready(id, key, "", 1)),
                    new LaneChanged(id, key, "", 1, 1, 1)));
        }
    }

    /** Makes the count of a key's messages on disk wrong, without a word to the broker. */
    void miscount(String queue, String key, long change) {
        for (Record each : known()) {
            if (each instanceof LaneChanged lane
                    && lane.fairnessKey().equals(key)
                    && lane.queue().equals(idOf(queue))) {
                journal.commit(List.of(new LaneChanged(
                        lane.queue(), key, lane.lane(), lane.weight(), lane.pending() + change, lane.lastPosition())));
            }
        }
    }

    private List<Record> known() {
        List<Record> known = new ArrayList<>();
        journal.recover(known::add);
        return known;
    }

    private QueueId idOf(String queue) {
        for (Record each : known()) {
            if (each instanceof QueueCreated created && created.name().value().equals(queue)) {
                return created.id();
            }
        }
        throw new AssertionError("expected a queue " + queue + " but there is none");
    }

    /** What operators were told. */
    List<String> reports() {
        return reports;
    }

    /** Forgets everything but the journal. */
    void restart() {
        broker = recover();
    }

    /** What happened in all turns so far, or since this was asked the last time. */
    List<Step> steps() {
        List<Step> all = List.copyOf(steps);
        steps.clear();
        return all;
    }

    Snapshot snapshot() {
        return broker.snapshot();
    }

    /** What the edges are told when the broker has come up. */
    List<Record> notices() {
        return broker.notices();
    }

    Holdings holdings() {
        return broker.holdings();
    }

    long nowNanos() {
        return nowNanos;
    }

    MemoryJournal journal() {
        return journal;
    }
}
