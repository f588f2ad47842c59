package io.fila.server.wire;

import io.fila.core.command.Accepted;
import io.fila.core.command.Accepted.Outcome;
import io.fila.proto.v1.EnqueueResult;
import io.fila.proto.v1.EnqueueResults;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one message of a stream: it was accepted, or refused.
 *
 * @param sequence the number the client gave it
 */
public record EnqueueOutcome(
        long sequence,
        @Nullable Accepted accepted,
        @Nullable EncodedRefusal refusal) {
    /** Enough for a sequence and an id, with all tags. */
    private static final int TYPICAL_BYTES = 52;

    /** An EnqueueResults. */
    public static Frame frame(List<EnqueueOutcome> outcomes) {
        FrameWriter out = new FrameWriter(outcomes.size() * TYPICAL_BYTES);
        for (int i = outcomes.size() - 1; i >= 0; i--) {
            outcomes.get(i).write(out);
        }
        return out.toFrame();
    }

    private void write(FrameWriter out) {
        int before = out.size();
        if (refusal != null) {
            refusal.write(out, EnqueueResult.REFUSAL_FIELD_NUMBER);
        }
        if (accepted != null) {
            out.number(EnqueueResult.DROPPED_FIELD_NUMBER, accepted.outcome() == Outcome.DROPPED ? 1 : 0);
            out.number(EnqueueResult.DUPLICATE_FIELD_NUMBER, accepted.outcome() == Outcome.DUPLICATE ? 1 : 0);
            out.id(EnqueueResult.MESSAGE_ID_FIELD_NUMBER, accepted.id());
        }
        out.number(EnqueueResult.SEQUENCE_FIELD_NUMBER, sequence);
        out.lengthDelimited(EnqueueResults.RESULTS_FIELD_NUMBER, out.size() - before);
    }
}
