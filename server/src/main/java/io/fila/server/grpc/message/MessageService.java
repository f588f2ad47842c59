package io.fila.server.grpc.message;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.proto.v1.AckRequest;
import io.fila.proto.v1.AckResponse;
import io.fila.proto.v1.CancelRequest;
import io.fila.proto.v1.CancelResponse;
import io.fila.proto.v1.ExtendLeaseRequest;
import io.fila.proto.v1.ExtendLeaseResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.proto.v1.NackRequest;
import io.fila.proto.v1.NackResponse;
import io.fila.server.enqueue.EnqueueOptionRules;
import io.fila.server.grpc.access.Authentication;
import io.fila.server.grpc.access.ServiceAssembly;
import io.fila.server.grpc.call.Answer;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.grpc.call.FrameMarshaller;
import io.fila.server.grpc.call.Timestamps;
import io.fila.server.grpc.call.UnaryCall;
import io.fila.server.grpc.call.UnaryHandler;
import io.fila.server.host.BrokerHost;
import io.fila.server.wire.EncodedEnqueue;
import io.fila.server.wire.Frame;
import io.fila.server.wire.Frames;
import io.fila.server.wire.MalformedException;
import io.grpc.ServerServiceDefinition;

/** FilaService: what producers and consumers call. Runs on the connections' event loops. */
public final class MessageService {
    private final EnqueuePath intake;
    private final CommandGateway gateway;
    private final BrokerHost host;
    private final SettlementCalls desk;
    private final ConsumerStreams consumers;
    private final EnqueueStreams producers;
    private final Authentication authentication;

    public MessageService(
            EnqueuePath intake,
            CommandGateway gateway,
            BrokerHost host,
            ConsumerStreams consumers,
            EnqueueStreams producers,
            Authentication authentication) {
        this.intake = intake;
        this.gateway = gateway;
        this.host = host;
        this.desk = new SettlementCalls(gateway);
        this.consumers = consumers;
        this.producers = producers;
        this.authentication = authentication;
    }

    public ServerServiceDefinition definition() {
        FrameMarshaller frames = FrameMarshaller.INSTANCE;
        return new ServiceAssembly(FilaServiceGrpc.getServiceDescriptor(), authentication)
                .raw(FilaServiceGrpc.getEnqueueMethod(), frames, new UnaryHandler<>(this::enqueue))
                .raw(FilaServiceGrpc.getEnqueueStreamMethod(), frames, producers)
                .raw(FilaServiceGrpc.getConsumeMethod(), frames, new ConsumeHandler(consumers))
                .raw(FilaServiceGrpc.getConsumeStreamMethod(), frames, new ConsumeStreamHandler(consumers, desk))
                .unary(FilaServiceGrpc.getAckMethod(), AckRequest.parser(), this::ack)
                .unary(FilaServiceGrpc.getNackMethod(), NackRequest.parser(), this::nack)
                .unary(FilaServiceGrpc.getExtendLeaseMethod(), ExtendLeaseRequest.parser(), this::extendLease)
                .unary(FilaServiceGrpc.getCancelMethod(), CancelRequest.parser(), this::cancel)
                .build();
    }

    private void enqueue(byte[] bytes, UnaryCall<Frame> call) {
        try {
            EncodedEnqueue request = EncodedEnqueue.read(bytes);
            call.trail().about(request.queue());
            intake.take(request, call.caller(), new Answer<>(call, Frames::enqueued));
        } catch (MalformedException malformed) {
            call.refuse(Refusal.invalid(String.valueOf(malformed.getMessage())));
        }
    }

    private void cancel(CancelRequest request, UnaryCall<CancelResponse> call) {
        Refusal objection = QueueName.objection(request.getQueue());
        if (objection == null) {
            objection = request.getDedupKey().isEmpty()
                    ? Refusal.invalid("Expected the dedup_key of the message to cancel but found none; send it.")
                    : EnqueueOptionRules.dedupKeyObjection(request.getDedupKey());
        }
        if (objection != null) {
            call.refuse(objection);
            return;
        }
        new CancelRun(
                        gateway,
                        host.queues(),
                        host.archive(),
                        host.readers(),
                        new QueueName(request.getQueue()),
                        request.getDedupKey(),
                        call)
                .start();
    }

    private void ack(AckRequest request, UnaryCall<AckResponse> call) {
        MessageId id = SettlementCalls.named(request.getQueue(), request.getMessageId(), call);
        if (id != null) {
            desk.ack(
                    new QueueName(request.getQueue()),
                    id,
                    request.getLeaseId(),
                    new Answer<>(call, done -> AckResponse.getDefaultInstance()));
        }
    }

    private void nack(NackRequest request, UnaryCall<NackResponse> call) {
        MessageId id = SettlementCalls.named(request.getQueue(), request.getMessageId(), call);
        if (id != null) {
            desk.nack(
                    new QueueName(request.getQueue()),
                    id,
                    request.getLeaseId(),
                    request.getError(),
                    request.getRetryAfterMs(),
                    request.getHoldThrottleKey(),
                    new Answer<>(call, done -> NackResponse.getDefaultInstance()));
        }
    }

    private void extendLease(ExtendLeaseRequest request, UnaryCall<ExtendLeaseResponse> call) {
        MessageId id = SettlementCalls.named(request.getQueue(), request.getMessageId(), call);
        if (id != null) {
            desk.extend(
                    new QueueName(request.getQueue()),
                    id,
                    request.getLeaseId(),
                    request.getExtendMs(),
                    new Answer<>(
                            call,
                            deadlineNanos -> ExtendLeaseResponse.newBuilder()
                                    .setExpiresAt(Timestamps.of(deadlineNanos))
                                    .build()));
        }
    }
}
