package io.fila.server.grpc.admin;

import io.fila.core.command.Command;
import io.fila.core.explain.DeliveryRate;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.History;
import io.fila.core.explain.Standing;
import io.fila.core.journal.Archive;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.recorder.FlightRecorder;
import io.fila.proto.v1.ExplainResponse;
import io.fila.server.grpc.call.Answer;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.grpc.message.MessageSearch;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.QueueDirectory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An explanation on its way. Of a message the flight recorder is asked too, by a reader. If it tells how the message went, that
 * is all. Otherwise a message that the broker does not have in memory is looked for on disk, a page at a time: in its queue, and
 * then among the dead letters.
 */
final class ExplainRun implements Reply<Explanation> {
    private static final int PAGE_SIZE = 1000;

    private final CommandGateway gateway;
    private final ShardRole role;
    private final QueueDirectory directory;
    private final Archive archive;
    private final Executor readers;
    private final @Nullable FlightRecorder recorder;
    private final UnaryCall<ExplainResponse> call;
    private final QueueName asked;
    private QueueName queue;
    private boolean wantsMessage;
    private History history = new History(List.of());

    ExplainRun(
            CommandGateway gateway, BrokerHost host, ShardRole role, QueueName queue, UnaryCall<ExplainResponse> call) {
        this.gateway = gateway;
        this.role = role;
        this.directory = host.queues();
        this.archive = host.archive();
        this.readers = host.readers();
        this.recorder = host.recorder();
        this.asked = queue;
        this.queue = queue;
        this.call = call;
    }

    void start(String fairnessKey, @Nullable MessageId id) {
        wantsMessage = id != null;
        gateway.enter(new Command.Explain(queue, fairnessKey, id, this), this);
    }

    @Override
    public void accept(Explanation said) {
        if (role instanceof ShardRole.Other shard) {
            shard.complete(said, this::go);
        } else {
            go(said);
        }
    }

    private void go(Explanation said) {
        MessageId id = said.id();
        if (id == null || !wantsMessage) {
            read(() -> answer(said));
        } else {
            read(() -> lookBack(id, said));
        }
    }

    private void lookBack(MessageId id, Explanation said) {
        Set<QueueId> queues = queuesInQuestion();
        if (recorder != null) {
            // Whoever may ask about one queue need not know what goes on in others.
            history = new History(recorder.stepsOf(id, said.nowNanos()).stream()
                    .filter(step ->
                            queues.contains(new QueueId(step.queue())) || queues.contains(new QueueId(step.target())))
                    .toList());
        }
        if (!(said.standing() instanceof Standing.NotInMemory)) {
            answer(said);
            return;
        }
        Standing.Gone gone = history.departure(queues, new RecordedSteps(directory)::name);
        if (gone == null) {
            search(id, said.nowNanos());
        } else {
            String key = history.steps().getLast().fairnessKey();
            answer(new Explanation(asked, key, id, gone, said.nowNanos()));
        }
    }

    /** The queue that was asked about, and that of its dead letters. */
    private Set<QueueId> queuesInQuestion() {
        QueueId itself = directory.find(asked);
        QueueId deadLetters = asked.isDeadLetter() ? null : directory.find(asked.deadLetter());
        return Stream.of(Optional.ofNullable(itself), Optional.ofNullable(deadLetters))
                .flatMap(Optional::stream)
                .collect(Collectors.toSet());
    }

    /** How fast the queue goes on that it is in. */
    private DeliveryRate rate(Explanation said) {
        QueueId id = directory.find(said.queue());
        return recorder == null || id == null ? DeliveryRate.UNKNOWN : recorder.rateOf(id, said.nowNanos());
    }

    private void answer(Explanation said) {
        call.answer(ExplainAnswer.of(said, rate(said), history, new RecordedSteps(directory)));
    }

    @Override
    public void refuse(Refusal refusal) {
        call.refuse(refusal);
    }

    private void search(MessageId wanted, long nowNanos) {
        QueueId id = directory.find(queue);
        if (id == null) {
            call.refuse(Refusal.notFound("Queue " + queue + " does not exist; create it first."));
        } else {
            look(new MessageSearch(archive, id, wanted, PAGE_SIZE), nowNanos);
        }
    }

    /** Others read between two pages. */
    private void look(MessageSearch search, long nowNanos) {
        read(() -> {
            Message found = search.next();
            if (found != null) {
                tell(found, nowNanos);
            } else if (search.isOver()) {
                lookAmongDeadLetters(search.wanted());
            } else if (call.isCancelled()) {
                call.abandon();
            } else {
                look(search, nowNanos);
            }
        });
    }

    private void read(Runnable reading) {
        try {
            readers.execute(() -> call.guard(reading));
        } catch (RejectedExecutionException closing) {
            call.refuse(Refusal.unavailable("The broker is stopping; connect again later."));
        }
    }

    private void lookAmongDeadLetters(MessageId wanted) {
        if (queue.isDeadLetter() || directory.find(asked.deadLetter()) == null) {
            call.refuse(Refusal.notFound("Expected message " + wanted + " in queue " + asked
                    + " but it is not there: it was acked, expired, purged, moved or cancelled longer ago than"
                    + " the flight recorder reaches back, or it never existed."));
        } else {
            queue = asked.deadLetter();
            start("", wanted);
        }
    }

    private void tell(Message found, long nowNanos) {
        String key = found.envelope().lineKey();
        switch (found.place()) {
            case Place.Scheduled at ->
                answer(new Explanation(
                        queue, key, found.id(), new Standing.Scheduled(at.dueNanos(), found.attempts()), nowNanos));
            case Place.Ready at -> {
                Reply<Explanation> ofItsKey = new Answer<>(
                        call, said -> ExplainAnswer.farBack(said, found.id(), history, new RecordedSteps(directory)));
                gateway.enter(new Command.Explain(queue, key, null, ofItsKey), ofItsKey);
            }
            // It has just come into memory.
            default -> start("", found.id());
        }
    }
}
