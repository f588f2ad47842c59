package io.fila.server;

import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.Channel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A producer that sends in batches and counts its messages from 0. */
final class ProducerProbe extends StreamProbe<EnqueueBatch, EnqueueResults> {
    private long nextSequence;

    private ProducerProbe(Channel channel) {
        super(channel, FilaServiceGrpc.getEnqueueStreamMethod());
    }

    static ProducerProbe openWithoutReading(Channel channel) {
        return new ProducerProbe(channel);
    }

    static ProducerProbe open(Channel channel) {
        ProducerProbe probe = new ProducerProbe(channel);
        probe.read(Integer.MAX_VALUE);
        return probe;
    }

    void send(List<EnqueueRequest> batch) {
        send(EnqueueBatch.newBuilder()
                .setFirstSequence(nextSequence)
                .addAllMessages(batch)
                .build());
        nextSequence += batch.size();
    }

    /** The next so many results, by their numbers. */
    Map<Long, EnqueueResult> results(int count) {
        Map<Long, EnqueueResult> results = new TreeMap<>();
        while (results.size() < count) {
            next().getResultsList().forEach(result -> results.put(result.getSequence(), result));
        }
        return results;
    }
}
