package io.fila.server.wire;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.fila.proto.v1.EnqueueBatch;
import io.fila.proto.v1.EnqueueRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * An EnqueueBatch that can be split: into runs of messages that follow each other and go to the same shard, each a batch of its own
 * with the numbers that its messages had.
 */
public final class BatchRuns {
    private static final int FIRST_SEQUENCE =
            (EnqueueBatch.FIRST_SEQUENCE_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_VARINT;
    private static final int MESSAGES =
            (EnqueueBatch.MESSAGES_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int QUEUE = (EnqueueRequest.QUEUE_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private final byte[] batch;
    private final long firstSequence;
    private final List<Part> parts;

    /** A message of the batch. */
    private record Part(int start, int end, String queue) {}

    /** Messages for one shard, as an encoded EnqueueBatch. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Run(int shard, byte[] batch) {}

    private BatchRuns(byte[] batch, long firstSequence, List<Part> parts) {
        this.batch = batch;
        this.firstSequence = firstSequence;
        this.parts = parts;
    }

    /** Finds the messages and the queues they name. */
    public static BatchRuns read(byte[] batch) throws MalformedException {
        FieldReader in = new FieldReader(batch, 0, batch.length);
        long firstSequence = 0;
        List<Part> parts = new ArrayList<>();
        while (in.hasNext()) {
            int tag = in.tag();
            if (tag == MESSAGES) {
                int length = in.lengthDelimited();
                int start = in.position() - length;
                parts.add(new Part(start, in.position(), queue(batch, start, in.position())));
            } else if (tag == FIRST_SEQUENCE) {
                firstSequence = in.varint();
            } else {
                in.skip(tag);
            }
        }
        return new BatchRuns(batch, firstSequence, parts);
    }

    /** The queue that a request names in its first field; empty if it can't be read, and whoever gets it will say why. */
    public static String queue(byte[] request, int start, int end) {
        FieldReader in = new FieldReader(request, start, end);
        String queue = "";
        try {
            while (in.hasNext()) {
                int tag = in.tag();
                if (tag == QUEUE) {
                    queue = in.text();
                } else {
                    in.skip(tag);
                }
            }
            return queue;
        } catch (MalformedException unreadable) {
            return "";
        }
    }

    /** The queues that are named. */
    public Set<String> queues() {
        Set<String> queues = new LinkedHashSet<>();
        parts.forEach(part -> queues.add(part.queue()));
        return queues;
    }

    /** The runs, in order. */
    public List<Run> by(ToIntFunction<String> shardOf) {
        List<Run> runs = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= parts.size(); i++) {
            int shard = shardOf.applyAsInt(parts.get(begin).queue());
            if (i == parts.size() || shardOf.applyAsInt(parts.get(i).queue()) != shard) {
                runs.add(new Run(shard, begin == 0 && i == parts.size() ? batch : encode(begin, i)));
                begin = i;
            }
        }
        return runs;
    }

    private byte[] encode(int from, int to) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            out.writeUInt64(EnqueueBatch.FIRST_SEQUENCE_FIELD_NUMBER, firstSequence + from);
            for (Part part : parts.subList(from, to)) {
                out.writeUInt32NoTag(MESSAGES);
                out.writeUInt32NoTag(part.end() - part.start());
                out.write(batch, part.start(), part.end() - part.start());
            }
            out.flush();
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
