package io.fila.server.grpc.message;

import io.fila.core.command.Cancelled;
import io.fila.core.command.Command;
import io.fila.core.journal.Archive;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.CancelResponse;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.host.QueueDirectory;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A cancellation on its way. A message that the broker does not have in memory is looked for on disk, by a reader and a page
 * at a time, and the broker is asked again with what was found.
 */
final class CancelRun implements Reply<Cancelled> {
    /** How often a message is looked for that is elsewhere each time the broker hears of it. */
    private static final int MOST_SEARCHES = 4;

    private static final int PAGE_SIZE = 1000;

    private final CommandGateway gateway;
    private final QueueDirectory directory;
    private final Archive archive;
    private final Executor readers;
    private final QueueName queue;
    private final String dedupKey;
    private final UnaryCall<CancelResponse> call;
    private int searches;

    CancelRun(
            CommandGateway gateway,
            QueueDirectory directory,
            Archive archive,
            Executor readers,
            QueueName queue,
            String dedupKey,
            UnaryCall<CancelResponse> call) {
        this.gateway = gateway;
        this.directory = directory;
        this.archive = archive;
        this.readers = readers;
        this.queue = queue;
        this.dedupKey = dedupKey;
        this.call = call;
    }

    void start() {
        ask(null);
    }

    private void ask(@Nullable Message found) {
        gateway.enter(new Command.Cancel(queue, dedupKey, found, this), this);
    }

    @Override
    public void accept(Cancelled cancelled) {
        MessageId onDisk = cancelled.onDisk();
        if (onDisk == null) {
            call.answer(CancelResponse.newBuilder()
                    .setCancelled(cancelled.id() != null)
                    .build());
        } else if (!call.isCancelled()) {
            search(onDisk);
        }
    }

    private void search(MessageId wanted) {
        QueueId id = directory.find(queue);
        if (id == null) {
            // Deleted this moment: the broker says so.
            ask(null);
        } else if (searches == MOST_SEARCHES) {
            call.refuse(outOfReach(wanted));
        } else {
            searches++;
            look(new MessageSearch(archive, id, wanted, PAGE_SIZE));
        }
    }

    /** Others read between two pages. */
    private void look(MessageSearch search) {
        try {
            readers.execute(() -> call.guard(() -> {
                Message found = search.next();
                if (found != null) {
                    ask(found);
                } else if (search.isOver()) {
                    call.refuse(outOfReach(search.wanted()));
                } else if (!call.isCancelled()) {
                    look(search);
                }
            }));
        } catch (RejectedExecutionException closing) {
            call.refuse(Refusal.unavailable("The broker is stopping; connect again later."));
        }
    }

    private Refusal outOfReach(MessageId wanted) {
        return Refusal.failedPrecondition(
                "Expected message " + wanted + " of queue " + queue
                        + " to be pending or scheduled but it is damaged, or just moving; try again, and see the broker's log if this persists.");
    }

    @Override
    public void refuse(Refusal refusal) {
        call.refuse(refusal);
    }
}
