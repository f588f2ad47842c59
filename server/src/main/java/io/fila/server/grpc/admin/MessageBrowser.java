package io.fila.server.grpc.admin;

import io.fila.core.journal.Archive;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.proto.v1.ExplainRequest;
import io.fila.proto.v1.ExplainResponse;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.GetMessageRequest;
import io.fila.proto.v1.GetMessageResponse;
import io.fila.proto.v1.MessageState;
import io.fila.proto.v1.MessageView;
import io.fila.proto.v1.PeekMessagesRequest;
import io.fila.proto.v1.PeekMessagesResponse;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.grpc.message.MessageSearch;
import io.fila.server.grpc.message.SettlementCalls;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.QueueDirectory;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/** Shows messages without leasing them. Takes calls on event loops and reads on reader threads, a page at a time. */
final class MessageBrowser {
    private static final int DEFAULT_PAGE = 20;

    /** Messages a page may be asked to have; more are refused with INVALID_ARGUMENT. */
    private static final int MAX_PAGE = 1000;

    /** Encoded bytes after which a page ends, unless its first message alone has more. */
    private static final int PAGE_BYTES = 4 * 1024 * 1024 - 64 * 1024;

    private final CommandGateway gateway;
    private final BrokerHost host;
    private final ShardRole role;
    private final QueueDirectory directory;
    private final Archive archive;
    private final MessageViews views;
    private final Executor readers;

    MessageBrowser(CommandGateway gateway, BrokerHost host, ShardRole role) {
        this.role = role;
        this.gateway = gateway;
        this.host = host;
        this.directory = host.queues();
        this.archive = host.archive();
        this.views = new MessageViews(host.archive(), host.clock());
        this.readers = host.readers();
    }

    void addTo(ServiceAssembly service) {
        service.unary(FilaAdminGrpc.getPeekMessagesMethod(), PeekMessagesRequest.parser(), this::peek)
                .unary(FilaAdminGrpc.getGetMessageMethod(), GetMessageRequest.parser(), this::get)
                .unary(FilaAdminGrpc.getExplainMethod(), ExplainRequest.parser(), this::explain);
    }

    // ---- a page ----

    private void peek(PeekMessagesRequest request, UnaryCall<PeekMessagesResponse> call) {
        Refusal objection = objection(request);
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        QueueName queue = new QueueName(request.getQueue());
        QueueId id = find(queue, call);
        if (id != null) {
            read(call, () -> peek(queue, id, request, call));
        }
    }

    private static @Nullable Refusal objection(PeekMessagesRequest request) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection == null) {
            objection = MessageLimits.objection("fairness key", request.getFairnessKey());
        }
        if (objection != null) {
            return objection;
        }
        if (request.getState() == MessageState.UNRECOGNIZED) {
            return Refusal.invalid("Expected a state of a message but found " + request.getStateValue()
                    + "; ask for pending, scheduled or in-flight messages.");
        }
        if (request.getState() == MessageState.MESSAGE_STATE_SCHEDULED
                && !request.getFairnessKey().isEmpty()) {
            return Refusal.invalid(
                    "Expected no fairness key with scheduled messages, which are ordered by due time, but found one;"
                            + " omit it.");
        }
        return Integer.compareUnsigned(request.getPageSize(), MAX_PAGE) <= 0
                ? null
                : Refusal.invalid("Expected a page_size of at most " + MAX_PAGE + " but found "
                        + Integer.toUnsignedString(request.getPageSize()) + "; ask page by page.");
    }

    private void peek(QueueName queue, QueueId id, PeekMessagesRequest request, UnaryCall<PeekMessagesResponse> call) {
        int limit = request.getPageSize() == 0 ? DEFAULT_PAGE : request.getPageSize();
        try {
            call.answer(page(queue, id, request, limit));
        } catch (IllegalArgumentException foreign) {
            call.refuse(
                    Refusal.invalid(
                            "Expected a page_token from an answer about the same messages but found another; start again without one."));
        }
    }

    /** A page that turns out too large is cut where it is, and read again so far to learn where the next one begins. */
    private PeekMessagesResponse page(QueueName queue, QueueId id, PeekMessagesRequest request, int limit) {
        MessagePage page =
                archive.browse(id, kind(request.getState()), request.getFairnessKey(), request.getPageToken(), limit);
        PeekMessagesResponse.Builder response =
                PeekMessagesResponse.newBuilder().setNextPageToken(page.next());
        int bytes = 0;
        for (int i = 0; i < page.messages().size(); i++) {
            MessageView view = views.view(id, queue, page.messages().get(i));
            int size = view == null ? 0 : view.getSerializedSize();
            if (i > 0 && bytes + size > PAGE_BYTES) {
                return page(queue, id, request, i);
            }
            bytes += size;
            if (view != null) {
                response.addMessages(view);
            }
        }
        return response.build();
    }

    private static PlaceKind kind(MessageState state) {
        return switch (state) {
            case MESSAGE_STATE_SCHEDULED -> PlaceKind.SCHEDULED;
            case MESSAGE_STATE_IN_FLIGHT -> PlaceKind.LEASED;
            default -> PlaceKind.PENDING;
        };
    }

    // ---- one message ----

    private void get(GetMessageRequest request, UnaryCall<GetMessageResponse> call) {
        MessageId wanted = SettlementCalls.named(request.getQueue(), request.getMessageId(), call);
        QueueName queue = new QueueName(request.getQueue());
        QueueId id = wanted == null ? null : find(queue, call);
        if (wanted != null && id != null) {
            search(new MessageSearch(archive, id, wanted, MAX_PAGE), queue, id, call);
        }
    }

    /** Others read between two pages. */
    private void search(MessageSearch search, QueueName queue, QueueId id, UnaryCall<GetMessageResponse> call) {
        if (search.isOver()) {
            call.refuse(Refusal.notFound("Expected message " + search.wanted() + " in queue " + queue
                    + " but it is not there; it may have been acked."));
        } else if (call.isCancelled()) {
            call.abandon();
        } else {
            read(call, () -> {
                Message found = search.next();
                MessageView view = found == null ? null : views.view(id, queue, found);
                if (view == null) {
                    search(search, queue, id, call);
                } else {
                    call.answer(GetMessageResponse.newBuilder().setMessage(view).build());
                }
            });
        }
    }

    // ---- why it waits ----

    private void explain(ExplainRequest request, UnaryCall<ExplainResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection == null
                && !request.getFairnessKey().isEmpty()
                && !request.getMessageId().isEmpty()) {
            objection = Refusal.invalid("Expected a fairness_key or a message_id but found both; send one of them.");
        }
        if (objection == null) {
            objection = MessageLimits.objection("fairness key", request.getFairnessKey());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        ExplainRun run = new ExplainRun(gateway, host, role, new QueueName(request.getQueue()), call);
        MessageId id = request.getMessageId().isEmpty()
                ? null
                : SettlementCalls.named(request.getQueue(), request.getMessageId(), call);
        if (id != null || request.getMessageId().isEmpty()) {
            run.start(request.getFairnessKey(), id);
        }
    }

    // ---- all ----

    private @Nullable QueueId find(QueueName queue, UnaryCall<?> call) {
        QueueId id = directory.find(queue);
        if (id == null) {
            call.refuse(Refusal.notFound("Queue " + queue + " does not exist; create it first."));
        }
        return id;
    }

    private void read(UnaryCall<?> call, Runnable reading) {
        try {
            readers.execute(() -> call.guard(reading));
        } catch (RejectedExecutionException closing) {
            call.refuse(Refusal.unavailable("The broker is stopping; connect again later."));
        }
    }
}
