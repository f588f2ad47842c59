package io.fila.server.wire;

import io.fila.proto.v1.ConsumeBatch;
import io.fila.proto.v1.SettlementKind;
import io.fila.proto.v1.SettlementResult;
import org.jspecify.annotations.Nullable;

/**
 * What became of one ack, nack or extension of a stream.
 *
 * @param expiresAtNanos after an extension, when the lease ends now; else 0
 */
public record SettlementOutcome(
        EncodedSettlement settlement,
        long expiresAtNanos,
        @Nullable EncodedRefusal refusal) {
    /** Enough for an id and a lease, with all tags. */
    static final int TYPICAL_BYTES = 52;

    void write(FrameWriter out) {
        int before = out.size();
        out.number(SettlementResult.KIND_FIELD_NUMBER, kind().getNumber());
        if (expiresAtNanos != 0) {
            out.timestamp(SettlementResult.EXPIRES_AT_FIELD_NUMBER, expiresAtNanos);
        }
        if (refusal != null) {
            refusal.write(out, SettlementResult.REFUSAL_FIELD_NUMBER);
        }
        out.fixed64(SettlementResult.LEASE_ID_FIELD_NUMBER, settlement.leaseId());
        if (settlement.id() != null) {
            out.id(SettlementResult.MESSAGE_ID_FIELD_NUMBER, settlement.id());
        } else {
            out.text(SettlementResult.MESSAGE_ID_FIELD_NUMBER, settlement.otherText());
        }
        out.lengthDelimited(ConsumeBatch.SETTLED_FIELD_NUMBER, out.size() - before);
    }

    private SettlementKind kind() {
        return switch (settlement.kind()) {
            case ACK -> SettlementKind.SETTLEMENT_KIND_ACK;
            case NACK -> SettlementKind.SETTLEMENT_KIND_NACK;
            case EXTEND -> SettlementKind.SETTLEMENT_KIND_EXTENSION;
        };
    }
}
