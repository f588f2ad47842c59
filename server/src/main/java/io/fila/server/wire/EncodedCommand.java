package io.fila.server.wire;

import com.google.protobuf.WireFormat;
import io.fila.proto.v1.ConsumeCommand;
import org.jspecify.annotations.Nullable;

/** A ConsumeCommand whose acks, nacks and extensions are read one at a time, when their turn comes. For one thread at a time. */
public final class EncodedCommand {
    private static final int QUEUE = text(ConsumeCommand.QUEUE_FIELD_NUMBER);
    private static final int CREDIT = (ConsumeCommand.CREDIT_FIELD_NUMBER << 3) | WireFormat.WIRETYPE_VARINT;
    private static final int ACKS = text(ConsumeCommand.ACKS_FIELD_NUMBER);
    private static final int NACKS = text(ConsumeCommand.NACKS_FIELD_NUMBER);
    private static final int EXTENSIONS = text(ConsumeCommand.EXTENSIONS_FIELD_NUMBER);

    private final int bytes;
    private final FieldReader in;
    private final String queue;
    private final long credit;
    private int left;

    private EncodedCommand(byte[] command, String queue, long credit, int settlements) {
        this.bytes = command.length;
        this.in = new FieldReader(command, 0, command.length);
        this.queue = queue;
        this.credit = credit;
        this.left = settlements;
    }

    /** Finds the parts of a command, without looking into those that come many at a time. */
    public static EncodedCommand read(byte[] command) throws MalformedException {
        FieldReader in = new FieldReader(command, 0, command.length);
        String queue = "";
        long credit = 0;
        int settlements = 0;
        while (in.hasNext()) {
            int tag = in.tag();
            if (kind(tag) != null) {
                settlements++;
                in.lengthDelimited();
            } else if (tag == QUEUE) {
                queue = in.text();
            } else if (tag == CREDIT) {
                credit = in.varint() & 0xFFFF_FFFFL;
            } else {
                in.skip(tag);
            }
        }
        return new EncodedCommand(command, queue, credit, settlements);
    }

    public int bytes() {
        return bytes;
    }

    /** The queue the command names; empty if none. */
    public String queue() {
        return queue;
    }

    public long credit() {
        return credit;
    }

    public boolean hasNext() {
        return left > 0;
    }

    public EncodedSettlement next() throws MalformedException {
        left--;
        while (true) {
            int tag = in.tag();
            EncodedSettlement.Kind kind = kind(tag);
            if (kind != null) {
                return EncodedSettlement.read(kind, in.nested());
            }
            in.skip(tag);
        }
    }

    private static EncodedSettlement.@Nullable Kind kind(int tag) {
        if (tag == ACKS) {
            return EncodedSettlement.Kind.ACK;
        }
        if (tag == NACKS) {
            return EncodedSettlement.Kind.NACK;
        }
        return tag == EXTENSIONS ? EncodedSettlement.Kind.EXTEND : null;
    }

    private static int text(int field) {
        return (field << 3) | WireFormat.WIRETYPE_LENGTH_DELIMITED;
    }
}
