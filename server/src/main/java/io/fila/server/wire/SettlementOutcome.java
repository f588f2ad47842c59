package io.fila.server.wire;

import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.SettlementResult;
import org.jspecify.annotations.Nullable;

/** What became of one ack, nack or extension of a stream. */
public record SettlementOutcome(
        EncodedSettlement settlement, @Nullable EncodedRefusal refusal) {
    /** Enough for an id and a lease, with all tags. */
    static final int TYPICAL_BYTES = 52;

    void write(FrameWriter out) {
        int before = out.size();
        if (refusal != null) {
            refusal.write(out, SettlementResult.REFUSAL_FIELD_NUMBER);
        }
        out.fixed64(SettlementResult.LEASE_ID_FIELD_NUMBER, settlement.leaseId());
        if (settlement.id() != null) {
            out.uuid(
                    SettlementResult.MESSAGE_ID_FIELD_NUMBER,
                    settlement.id().high(),
                    settlement.id().low());
        } else {
            out.text(SettlementResult.MESSAGE_ID_FIELD_NUMBER, settlement.otherText());
        }
        out.lengthDelimited(ConsumeBatch.SETTLED_FIELD_NUMBER, out.size() - before);
    }
}
