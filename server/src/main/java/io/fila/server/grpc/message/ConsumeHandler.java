package io.fila.server.grpc.message;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.server.grpc.audit.AuditTrail;
import io.fila.server.grpc.call.CallHandler;
import io.fila.server.grpc.call.IncomingBytes;
import io.fila.server.grpc.call.Statuses;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/** Opens a consumer's stream when its request arrives, and passes the connection's events to it. */
final class ConsumeHandler implements CallHandler<Frame> {
    private final ConsumerStreams streams;

    ConsumeHandler(ConsumerStreams streams) {
        this.streams = streams;
    }

    @Override
    public ServerCall.Listener<byte[]> start(ServerCall<byte[], Frame> call, Metadata headers, AuditTrail trail) {
        call.setOnReadyThreshold(ConsumerStream.TRANSPORT_BYTES);
        call.request(1);
        return new Connection(call, trail, FrameLimit.of(headers), IncomingBytes.countUntilTaken());
    }

    /** Its one request. The event loop brings it; if it is given up on the way, any thread may say so. */
    private final class Connection extends ServerCall.Listener<byte[]> implements IncomingBytes.Receiver {
        private final ServerCall<byte[], Frame> call;
        private final AuditTrail trail;
        private final FrameLimit frameLimit;
        private final Runnable taken;
        private byte[] request = {};
        private boolean over;
        private @Nullable ConsumerStream stream;

        Connection(ServerCall<byte[], Frame> call, AuditTrail trail, FrameLimit frameLimit, Runnable taken) {
            this.call = call;
            this.trail = trail;
            this.frameLimit = frameLimit;
            this.taken = taken;
        }

        @Override
        public synchronized void onMessage(byte[] message) {
            request = message;
        }

        @Override
        public synchronized void giveUp(Refusal why) {
            if (!over) {
                over = true;
                request = new byte[0];
                Statuses.close(call, why);
            }
        }

        /** No headers have gone out: the transport says it better. */
        @Override
        public void unreadable(Refusal why) {}

        @Override
        public void onHalfClose() {
            byte[] complete;
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
                complete = request;
                request = new byte[0];
            }
            taken.run();
            open(complete);
        }

        private void open(byte[] complete) {
            ConsumeRequest wanted;
            try {
                wanted = ConsumeRequest.parseFrom(complete);
            } catch (InvalidProtocolBufferException malformed) {
                Statuses.close(
                        call,
                        Refusal.invalid(
                                "Expected a ConsumeRequest but it cannot be parsed: " + malformed.getMessage()));
                return;
            }
            trail.about(wanted.getQueue());
            Refusal objection = streams.objection(trail.caller(), wanted.getQueue());
            if (objection == null) {
                objection = QueueName.objection(wanted.getQueue());
            }
            if (objection != null) {
                Statuses.close(call, objection);
                return;
            }
            trail.done();
            Allowance allowance = Allowance.fixed(
                    SingleFrames.WINDOW, SingleFrames.RENEWAL, Integer.toUnsignedLong(wanted.getMaxMessages()));
            stream = streams.open(
                    call,
                    trail.caller(),
                    new QueueName(wanted.getQueue()),
                    allowance,
                    frameLimit,
                    new SingleFrames(call, allowance));
        }

        @Override
        public void onReady() {
            if (stream != null) {
                stream.signal();
            }
        }

        @Override
        public void onCancel() {
            if (stream != null) {
                stream.cancelled();
            }
        }
    }
}
