package io.fila.server.grpc;

import io.fila.core.command.Command;
import io.fila.core.explain.Explanation;
import io.fila.core.explain.Standing;
import io.fila.core.journal.Archive;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.ExplainResponse;
import io.fila.server.host.QueueDirectory;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * An explanation on its way. A message that the broker does not have in memory is looked for on disk, by a reader and a page
 * at a time: in its queue, and then among the dead letters.
 */
final class ExplainRun implements Reply<Explanation> {
    private static final int PAGE_SIZE = 1000;

    private final Door door;
    private final QueueDirectory directory;
    private final Archive archive;
    private final Executor readers;
    private final UnaryCall<ExplainResponse> call;
    private QueueName queue;

    ExplainRun(
            Door door,
            QueueDirectory directory,
            Archive archive,
            Executor readers,
            QueueName queue,
            UnaryCall<ExplainResponse> call) {
        this.door = door;
        this.directory = directory;
        this.archive = archive;
        this.readers = readers;
        this.queue = queue;
        this.call = call;
    }

    void start(String fairnessKey, @Nullable MessageId id) {
        door.enter(new Command.Explain(queue, fairnessKey, id, this), this);
    }

    @Override
    public void accept(Explanation said) {
        MessageId id = said.id();
        if (said.standing() instanceof Standing.NotInMemory && id != null) {
            search(id, said.nowNanos());
        } else {
            call.answer(ExplainAnswer.of(said));
        }
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
        try {
            readers.execute(() -> call.guard(() -> {
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
            }));
        } catch (RejectedExecutionException closing) {
            call.refuse(Refusal.unavailable("The broker is stopping; connect again later."));
        }
    }

    private void lookAmongDeadLetters(MessageId wanted) {
        QueueName asked = queue;
        if (asked.isDeadLetter() || directory.find(asked.deadLetter()) == null) {
            call.refuse(Refusal.notFound("Expected message " + wanted + " in queue " + asked
                    + " but it is not there: it was acked, it expired, or it was purged, moved or cancelled."));
        } else {
            queue = asked.deadLetter();
            start("", wanted);
        }
    }

    private void tell(Message found, long nowNanos) {
        String key = found.envelope().lineKey();
        switch (found.place()) {
            case Place.Scheduled at ->
                call.answer(ExplainAnswer.of(new Explanation(
                        queue, key, found.id(), new Standing.Scheduled(at.dueNanos(), found.attempts()), nowNanos)));
            case Place.Ready at -> {
                Reply<Explanation> ofItsKey = new Answer<>(call, said -> ExplainAnswer.farBack(said, found.id()));
                door.enter(new Command.Explain(queue, key, null, ofItsKey), ofItsKey);
            }
            // It has just come into memory.
            default -> start("", found.id());
        }
    }
}
