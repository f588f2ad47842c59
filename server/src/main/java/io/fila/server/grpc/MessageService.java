package io.fila.server.grpc;

import io.fila.core.command.Command;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.AckResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.NackResponse;
import io.fila.scripting.LuaHooks;
import io.fila.server.host.BrokerHost;
import io.fila.server.intake.BytesUnderWay;
import io.fila.server.intake.MessageIds;
import io.fila.server.intake.MessageLimits;
import io.fila.server.script.ScriptThreads;
import io.fila.server.wire.EncodedContent;
import io.fila.server.wire.EncodedEnqueue;
import io.fila.server.wire.Frame;
import io.fila.server.wire.Frames;
import io.fila.server.wire.MalformedException;
import io.grpc.ServerServiceDefinition;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** FilaService: what producers and consumers call. Runs on the connections' event loops. */
final class MessageService {
    /** Characters of a nack's error that are passed on; the rest of a longer text is cut off. */
    private static final int ERROR_CHARS = 16 * 1024;

    private final Door door;
    private final MessageIds ids;
    private final MessageLimits limits;
    private final BytesUnderWay underWay;
    private final ConsumerStreams streams;
    private final LuaHooks hooks;
    private final ScriptThreads scriptThreads;

    MessageService(
            Door door,
            MessageIds ids,
            MessageLimits limits,
            BytesUnderWay underWay,
            ConsumerStreams streams,
            BrokerHost host) {
        this.door = door;
        this.hooks = host.hooks();
        this.scriptThreads = host.scriptThreads();
        this.ids = ids;
        this.limits = limits;
        this.underWay = underWay;
        this.streams = streams;
    }

    ServerServiceDefinition definition() {
        return new ServiceAssembly(FilaServiceGrpc.getServiceDescriptor())
                .raw(FilaServiceGrpc.getEnqueueMethod(), FrameMarshaller.INSTANCE, new UnaryHandler<>(this::enqueue))
                .raw(FilaServiceGrpc.getConsumeMethod(), FrameMarshaller.INSTANCE, new ConsumeHandler(streams))
                .unary(FilaServiceGrpc.getAckMethod(), AckRequest.parser(), this::ack)
                .unary(FilaServiceGrpc.getNackMethod(), NackRequest.parser(), this::nack)
                .build();
    }

    private void enqueue(byte[] bytes, UnaryCall<Frame> call) {
        EncodedEnqueue request;
        try {
            request = EncodedEnqueue.read(bytes);
        } catch (MalformedException malformed) {
            call.refuse(Refusal.invalid(String.valueOf(malformed.getMessage())));
            return;
        }
        Refusal objection = QueueName.objection(request.queue());
        if (objection == null) {
            objection = limits.objection(request);
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        int size = request.body().size();
        if (!underWay.take(size)) {
            call.refuse(Refusal.exhausted("Expected at most " + underWay.limit()
                    + " bytes of messages under way but there are that many; try again in a moment."));
            return;
        }
        Reply<MessageId> reply = new Receipt(call, underWay, size);
        QueueName queue = new QueueName(request.queue());
        if (!hooks.hasScripts(queue)) {
            enqueue(queue, scheduling(request), request, reply);
        } else if (!scriptThreads.submit(queue, () -> askAndEnqueue(queue, request, reply))) {
            reply.refuse(Refusal.exhausted("Expected the scripts of queue " + queue
                    + " to keep up but too many messages wait for them; try again in a moment."));
        }
    }

    private void askAndEnqueue(QueueName queue, EncodedEnqueue request, Reply<MessageId> reply) {
        Scheduling decided = hooks.onEnqueue(queue, scheduling(request), EncodedContent.of(request.body()));
        enqueue(queue, decided, request, reply);
    }

    private void enqueue(QueueName queue, Scheduling scheduling, EncodedEnqueue request, Reply<MessageId> reply) {
        door.enter(new Command.Enqueue(queue, ids.next(), scheduling, request.body(), reply), reply);
    }

    private static Scheduling scheduling(EncodedEnqueue request) {
        boolean plain = request.fairnessKey().isEmpty()
                && request.weight() <= 1
                && request.throttleKeys().isEmpty();
        return plain
                ? Scheduling.DEFAULT
                : new Scheduling(
                        request.fairnessKey().isEmpty() ? Scheduling.DEFAULT_KEY : request.fairnessKey(),
                        Math.max(1, request.weight()),
                        request.throttleKeys());
    }

    private void ack(AckRequest request, UnaryCall<AckResponse> call) {
        MessageId id = leased(request.getQueue(), request.getMessageId(), call);
        if (id != null) {
            Reply<Done> reply = new Answer<>(call, done -> AckResponse.getDefaultInstance());
            door.enter(new Command.Ack(new QueueName(request.getQueue()), id, reply), reply);
        }
    }

    private void nack(NackRequest request, UnaryCall<NackResponse> call) {
        MessageId id = leased(request.getQueue(), request.getMessageId(), call);
        if (id != null) {
            String error = request.getError();
            Reply<Done> reply = new Answer<>(call, done -> NackResponse.getDefaultInstance());
            door.enter(
                    new Command.Nack(
                            new QueueName(request.getQueue()),
                            id,
                            error.length() <= ERROR_CHARS ? error : error.substring(0, ERROR_CHARS),
                            reply),
                    reply);
        }
    }

    /** The id of the message a client says it holds, or null if the call has been refused. */
    private static @Nullable MessageId leased(String queue, String messageId, UnaryCall<?> call) {
        Refusal objection = QueueName.objection(queue);
        if (objection != null) {
            call.refuse(objection);
            return null;
        }
        Optional<MessageId> id = MessageId.parse(messageId);
        if (id.isEmpty()) {
            call.refuse(Refusal.invalid(
                    messageId.isEmpty()
                            ? "Expected a message id but it is empty; send the id of the delivery."
                            : "Expected a message id such as 01939b3e-7c1a-7def-8123-456789abcdef but found other text;"
                                    + " send the id of the delivery."));
        }
        return id.orElse(null);
    }

    /** The answer to an enqueue; whatever it is, the message no longer counts as under way. */
    private record Receipt(UnaryCall<Frame> call, BytesUnderWay underWay, int size) implements Reply<MessageId> {
        @Override
        public void accept(MessageId id) {
            underWay.giveBack(size);
            call.answer(Frames.enqueued(id));
        }

        @Override
        public void refuse(Refusal refusal) {
            underWay.giveBack(size);
            call.refuse(refusal);
        }
    }
}
