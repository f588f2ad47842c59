package io.fila.server.wire;

import com.google.protobuf.WireFormat;
import io.fila.proto.v1.EnqueueBatch;

/** An EnqueueBatch whose messages are read one at a time, when their turn comes. For one thread at a time. */
public final class EncodedBatch {
    private static final int FIRST_SEQUENCE =
            (EnqueueBatch.FIRST_SEQUENCE_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_VARINT;
    private static final int MESSAGES =
            (EnqueueBatch.MESSAGES_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;

    private final byte[] batch;
    private final FieldReader in;
    private long nextSequence;
    private int left;

    private EncodedBatch(byte[] batch, long firstSequence, int messages) {
        this.batch = batch;
        this.in = new FieldReader(batch, 0, batch.length);
        this.nextSequence = firstSequence;
        this.left = messages;
    }

    /** Finds the messages, without looking into them: one that can't be read is nobody's fault but its own. */
    public static EncodedBatch read(byte[] batch) throws MalformedException {
        FieldReader in = new FieldReader(batch, 0, batch.length);
        long firstSequence = 0;
        int messages = 0;
        while (in.hasNext()) {
            int tag = in.tag();
            if (tag == MESSAGES) {
                messages++;
                in.lengthDelimited();
            } else if (tag == FIRST_SEQUENCE) {
                firstSequence = in.varint();
            } else {
                in.skip(tag);
            }
        }
        return new EncodedBatch(batch, firstSequence, messages);
    }

    public int bytes() {
        return batch.length;
    }

    public boolean hasNext() {
        return left > 0;
    }

    /** The number of the message that {@link #next} returns. */
    public long nextSequence() {
        return nextSequence;
    }

    /** Reads a message. If it is malformed, the one behind it is next all the same. */
    public EncodedEnqueue next() throws MalformedException {
        left--;
        nextSequence++;
        int tag = in.tag();
        while (tag != MESSAGES) {
            in.skip(tag);
            tag = in.tag();
        }
        int length = in.lengthDelimited();
        return EncodedEnqueue.read(batch, in.position() - length, in.position());
    }
}
