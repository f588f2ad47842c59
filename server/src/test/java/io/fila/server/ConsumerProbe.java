package io.fila.server;

import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Channel;

/** A consumer of the plain contract. */
public final class ConsumerProbe extends StreamProbe<ConsumeRequest, ConsumeResponse> {
    private ConsumerProbe(Channel channel) {
        super(channel, FilaServiceGrpc.getConsumeMethod());
    }

    /** Opens a stream and waits for nothing. */
    public static ConsumerProbe openWithoutReading(Channel channel, ConsumeRequest request) {
        ConsumerProbe probe = new ConsumerProbe(channel);
        probe.send(request);
        probe.halfClose();
        return probe;
    }

    /** Opens a stream that reads all there is, and waits until the broker has answered. */
    public static ConsumerProbe open(Channel channel, ConsumeRequest request) {
        ConsumerProbe probe = openWithoutReading(channel, request);
        probe.read(Integer.MAX_VALUE);
        probe.awaitHeaders();
        return probe;
    }
}
