package io.fila.server.grpc.message;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.server.grpc.audit.AuditTrail;
import io.fila.server.grpc.call.CallHandler;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.EncodedCommand;
import io.fila.server.wire.EncodedSettlement;
import io.fila.server.wire.Frame;
import io.fila.server.wire.MalformedException;
import io.fila.server.wire.SettlementOutcome;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/** Opens a consumer's stream of batches when its first command is there, and carries out its commands. */
final class ConsumeStreamHandler implements CallHandler<Frame> {
    private final ConsumerStreams streams;
    private final SettlementCalls desk;

    ConsumeStreamHandler(ConsumerStreams streams, SettlementCalls desk) {
        this.streams = streams;
        this.desk = desk;
    }

    @Override
    public ServerCall.Listener<byte[]> start(ServerCall<byte[], Frame> call, Metadata headers, AuditTrail trail) {
        call.setOnReadyThreshold(ConsumerStream.TRANSPORT_BYTES);
        Connection connection = new Connection(call, trail, FrameLimit.of(headers));
        connection.inflow.start();
        return connection;
    }

    private final class Connection extends ServerCall.Listener<byte[]> implements IncomingBytes.Receiver {
        private final ServerCall<byte[], Frame> call;
        private final FrameLimit frameLimit;
        private final AuditTrail trail;
        private final Inflow inflow;
        private final BatchFrames frames;
        private @Nullable ConsumerStream stream;
        private boolean refused;

        Connection(ServerCall<byte[], Frame> call, AuditTrail trail, FrameLimit frameLimit) {
            this.call = call;
            this.trail = trail;
            this.frameLimit = frameLimit;
            this.inflow = new Inflow(call, desk::room, streams.memory());
            this.frames = new BatchFrames(call, inflow);
        }

        @Override
        public synchronized void onMessage(byte[] message) {
            try {
                carryOut(EncodedCommand.read(message));
            } catch (MalformedException malformed) {
                refuse("Expected a ConsumeCommand but it cannot be parsed: " + malformed.getMessage());
            }
        }

        private void carryOut(EncodedCommand command) {
            ConsumerStream opened = stream;
            if (opened == null) {
                trail.about(command.queue());
            }
            Refusal denial = streams.objection(
                    trail.caller(),
                    opened == null ? command.queue() : opened.queue().value());
            if (denial != null) {
                refuse(denial);
                return;
            }
            if (opened == null) {
                Refusal objection = QueueName.objection(command.queue());
                if (objection != null) {
                    refuse(objection);
                    return;
                }
                trail.done();
                opened = streams.open(
                        call,
                        trail.caller(),
                        new QueueName(command.queue()),
                        new Allowance(BatchFrames.WINDOW, BatchFrames.RENEWAL, command.credit()),
                        frameLimit,
                        frames);
                stream = opened;
            } else if (!command.queue().isEmpty()) {
                refuse("Expected the name of the queue in the first command only but another names \"" + command.queue()
                        + "\"; open a stream for each queue.");
                return;
            } else {
                opened.raise(command.credit());
            }
            inflow.takeIn(new Settlements(opened, command));
            opened.signal();
        }

        @Override
        public void onHalfClose() {
            ConsumerStream opened = stream;
            if (opened == null) {
                refuse("Expected a command that names the queue but the stream ended without one; send it first.");
                return;
            }
            inflow.halfClosed();
            opened.detach(new Detached(opened));
        }

        @Override
        public void onReady() {
            if (stream != null) {
                stream.signal();
            }
        }

        @Override
        public void onCancel() {
            inflow.stop();
            if (stream != null) {
                stream.cancelled();
            }
        }

        @Override
        public synchronized void giveUp(Refusal why) {
            refuse(why);
        }

        @Override
        public synchronized void unreadable(Refusal why) {
            ConsumerStream opened = stream;
            if (opened == null) {
                refuse(why);
            } else {
                inflow.stop();
                opened.endFromHere(why);
            }
        }

        private void refuse(String sentence) {
            refuse(Refusal.invalid(sentence));
        }

        private void refuse(Refusal refusal) {
            inflow.stop();
            if (stream != null) {
                stream.endWhenSettled(refusal);
            } else if (!refused) {
                refused = true;
                Statuses.close(call, refusal);
            }
        }

        /** The acks, nacks and extensions of a command on their way in. */
        private final class Settlements implements Inflow.Batch {
            private final ConsumerStream stream;
            private final EncodedCommand command;

            Settlements(ConsumerStream stream, EncodedCommand command) {
                this.stream = stream;
                this.command = command;
            }

            @Override
            public int bytes() {
                return command.bytes();
            }

            @Override
            public boolean hasNext() {
                return command.hasNext();
            }

            @Override
            public void takeNext() {
                try {
                    EncodedSettlement settlement = command.next();
                    inflow.take(0);
                    settle(settlement);
                } catch (MalformedException malformed) {
                    inflow.stop();
                    stream.endWhenSettled(Refusal.invalid(
                            "Expected a ConsumeCommand but it cannot be parsed: " + malformed.getMessage()));
                }
            }

            private void settle(EncodedSettlement said) {
                QueueName queue = stream.queue();
                MessageId id = said.id();
                if (id == null) {
                    new Item<Done>(stream, said).refuse(SettlementCalls.noMessageId(said.otherText()));
                    return;
                }
                switch (said.kind()) {
                    case ACK -> desk.ack(queue, id, said.leaseId(), new Item<>(stream, said));
                    case NACK ->
                        desk.nack(
                                queue,
                                id,
                                said.leaseId(),
                                said.error(),
                                said.retryAfterMillis(),
                                said.holdThrottleKey(),
                                new Item<>(stream, said));
                    case EXTEND ->
                        desk.extend(queue, id, said.leaseId(), said.extendMillis(), new Item<>(stream, said));
                }
            }
        }

        /** One ack, nack or extension of the stream, waiting for its result. */
        private final class Item<T> implements Reply<T> {
            private final ConsumerStream stream;
            private final EncodedSettlement settlement;

            Item(ConsumerStream stream, EncodedSettlement settlement) {
                this.stream = stream;
                this.settlement = settlement;
            }

            @Override
            public void accept(T value) {
                long expiresAtNanos = value instanceof Long deadlineNanos ? deadlineNanos : 0;
                frames.add(new SettlementOutcome(settlement, expiresAtNanos, null));
            }

            @Override
            public void refuse(Refusal refusal) {
                frames.add(new SettlementOutcome(settlement, 0, Statuses.encoded(refusal)));
            }

            @Override
            public void flush() {
                if (frames.hasSettled()) {
                    stream.signal();
                }
            }
        }

        /** What the broker says when the consumer is to get no more. */
        private final class Detached implements Reply<Done> {
            private final ConsumerStream stream;

            Detached(ConsumerStream stream) {
                this.stream = stream;
            }

            @Override
            public void accept(Done value) {
                frames.detached();
            }

            @Override
            public void refuse(Refusal refusal) {
                frames.detached();
            }

            @Override
            public void flush() {
                stream.signal();
            }
        }
    }
}
