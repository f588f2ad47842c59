package io.fila.server.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.server.wire.Frame;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import org.jspecify.annotations.Nullable;

/** Opens a consumer's stream when its request is there, and tells the stream what the connection does. */
final class ConsumeHandler implements CallHandler<Frame> {
    private final ConsumerStreams streams;

    ConsumeHandler(ConsumerStreams streams) {
        this.streams = streams;
    }

    @Override
    public ServerCall.Listener<byte[]> start(ServerCall<byte[], Frame> call, Metadata headers, Trail trail) {
        call.setOnReadyThreshold(ConsumerStream.TRANSPORT_BYTES);
        call.request(1);
        return new Connection(call, trail, FrameLimit.of(headers));
    }

    private final class Connection extends ServerCall.Listener<byte[]> {
        private final ServerCall<byte[], Frame> call;
        private final Trail trail;
        private final FrameLimit frameLimit;
        private byte[] request = {};
        private @Nullable ConsumerStream stream;

        Connection(ServerCall<byte[], Frame> call, Trail trail, FrameLimit frameLimit) {
            this.call = call;
            this.trail = trail;
            this.frameLimit = frameLimit;
        }

        @Override
        public void onMessage(byte[] message) {
            request = message;
        }

        @Override
        public void onHalfClose() {
            ConsumeRequest wanted;
            try {
                wanted = ConsumeRequest.parseFrom(request);
            } catch (InvalidProtocolBufferException malformed) {
                Statuses.close(
                        call,
                        Refusal.invalid("Expected a ConsumeRequest but it can't be read: " + malformed.getMessage()));
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
