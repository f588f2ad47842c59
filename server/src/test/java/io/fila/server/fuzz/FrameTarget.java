package io.fila.server.fuzz;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import io.fila.core.message.Body;
import io.fila.proto.v1.ConsumeCommand;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.Settlement;
import io.fila.server.wire.EncodedBatch;
import io.fila.server.wire.EncodedCommand;
import io.fila.server.wire.EncodedContent;
import io.fila.server.wire.EncodedEnqueue;
import io.fila.server.wire.EncodedSettlement;
import io.fila.server.wire.MalformedException;
import java.util.List;

/** The hand-written readers of requests and frames; what they take the generated parser takes too, and reads the same. */
final class FrameTarget implements Target {
    private static final EnqueueRequest REQUEST = EnqueueRequest.newBuilder()
            .setQueue("orders")
            .putHeaders("tenant", "acme")
            .putHeaders("trace", "über")
            .setPayload(ByteString.copyFromUtf8("payload"))
            .setFairnessKey("acme")
            .setWeight(3)
            .addThrottleKeys("provider:a")
            .addThrottleKeys("provider:b")
            .setDelayMs(1_000)
            .setDeliverAt(Timestamp.newBuilder().setSeconds(1_700_000_000).setNanos(5))
            .setDedupKey("once")
            .setTtlMs(60_000)
            .build();

    private static final String ID = "01939b3e-7c1a-7def-8123-456789abcdef";

    @Override
    public List<byte[]> corpus() {
        Message batch = EnqueueBatch.newBuilder()
                .setFirstSequence(7)
                .addMessages(REQUEST)
                .addMessages(EnqueueRequest.newBuilder().setQueue("mail"))
                .build();
        Message command = ConsumeCommand.newBuilder()
                .setQueue("orders")
                .setCredit(100)
                .addAcks(Settlement.newBuilder().setMessageId(ID).setLeaseId(9))
                .addNacks(Failure.newBuilder()
                        .setMessageId(ID)
                        .setLeaseId(9)
                        .setError("no")
                        .setRetryAfterMs(5)
                        .setHoldThrottleKey("provider:a"))
                .addExtensions(
                        Extension.newBuilder().setMessageId(ID).setLeaseId(9).setExtendMs(5))
                .build();
        return List.of(REQUEST.toByteArray(), batch.toByteArray(), command.toByteArray());
    }

    @Override
    public boolean read(byte[] input) throws Exception {
        boolean request = readRequest(input);
        boolean batch = readBatch(input);
        boolean command = readCommand(input);
        return request || batch || command;
    }

    private static boolean readRequest(byte[] input) throws Exception {
        EncodedEnqueue read;
        try {
            read = EncodedEnqueue.read(input);
        } catch (MalformedException refused) {
            return false;
        }
        EnqueueRequest expected = EnqueueRequest.parseFrom(input);
        expect(expected.getQueue().equals(read.queue()), "queue");
        expect(expected.getFairnessKey().equals(read.fairnessKey()), "fairness key");
        expect(expected.getThrottleKeysList().equals(read.throttleKeys()), "throttle keys");
        EncodedContent content = EncodedContent.of(new Body(read.body().bytes()));
        expect(expected.getHeadersMap().equals(content.headers()), "headers");
        expect(expected.getPayload().size() == content.payloadSize(), "payload");
        return true;
    }

    private static boolean readBatch(byte[] input) {
        try {
            EncodedBatch batch = EncodedBatch.read(input);
            while (batch.hasNext()) {
                long sequence = batch.nextSequence();
                try {
                    var _ = batch.next();
                } catch (MalformedException refused) {
                    expect(batch.nextSequence() == sequence + 1, "the number after a message that is refused");
                }
            }
            return true;
        } catch (MalformedException refused) {
            return false;
        }
    }

    private static boolean readCommand(byte[] input) {
        try {
            EncodedCommand command = EncodedCommand.read(input);
            while (command.hasNext()) {
                EncodedSettlement settlement = command.next();
                expect(settlement.id() != null || settlement.otherText().length() <= input.length, "the text of an id");
            }
            return true;
        } catch (MalformedException refused) {
            return false;
        }
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("The two readers differ in: " + what);
        }
    }
}
