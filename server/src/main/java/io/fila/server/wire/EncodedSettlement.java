package io.fila.server.wire;

import com.google.protobuf.WireFormat;
import io.fila.core.message.MessageId;
import io.fila.proto.v1.Extension;
import io.fila.proto.v1.Failure;
import io.fila.proto.v1.Settlement;
import org.jspecify.annotations.Nullable;

/**
 * An ack, a nack or an extension of a lease, as a consumer's stream carries it.
 *
 * @param id the message, or null if what was sent is no message id
 * @param otherText what was sent instead of an id, to be sent back
 * @param extendMillis of an extension: how long the lease is to last from now on
 */
public record EncodedSettlement(
        Kind kind,
        @Nullable MessageId id,
        String otherText,
        long leaseId,
        String error,
        long retryAfterMillis,
        String holdThrottleKey,
        long extendMillis) {
    /** What a consumer says about a message it holds. */
    public enum Kind {
        ACK,
        NACK,
        EXTEND
    }

    /** Bytes of something that is no id that are sent back; of a longer one these are the last. */
    private static final int OTHER_TEXT_BYTES = 64;

    private static final int MESSAGE_ID = tag(Settlement.MESSAGE_ID_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int LEASE_ID = tag(Settlement.LEASE_ID_FIELD_NUMBER, WireFormat.WIRETYPE_FIXED64);
    private static final int ERROR = tag(Failure.ERROR_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int RETRY_AFTER = tag(Failure.RETRY_AFTER_MS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);
    private static final int HOLD_THROTTLE_KEY =
            tag(Failure.HOLD_THROTTLE_KEY_FIELD_NUMBER, WireFormat.WIRETYPE_LENGTH_DELIMITED);
    private static final int EXTEND = tag(Extension.EXTEND_MS_FIELD_NUMBER, WireFormat.WIRETYPE_VARINT);

    /** The three messages have id and lease in common, and none uses a tag of another's differently. */
    static EncodedSettlement read(Kind kind, FieldReader in) throws MalformedException {
        MessageId id = null;
        String otherText = "";
        long leaseId = 0;
        String error = "";
        long retryAfterMillis = 0;
        String holdThrottleKey = "";
        long extendMillis = 0;
        while (in.hasNext()) {
            int tag = in.tag();
            if (tag == MESSAGE_ID) {
                int length = in.utf8();
                id = in.uuidBefore(length);
                otherText = id == null ? in.textBefore(Math.min(length, OTHER_TEXT_BYTES)) : "";
            } else if (tag == LEASE_ID) {
                leaseId = in.fixed64();
            } else if (tag == ERROR) {
                error = in.text();
            } else if (tag == RETRY_AFTER) {
                retryAfterMillis = in.varint();
            } else if (tag == HOLD_THROTTLE_KEY) {
                holdThrottleKey = in.text();
            } else if (tag == EXTEND) {
                extendMillis = in.varint();
            } else {
                in.skip(tag);
            }
        }
        return new EncodedSettlement(
                kind, id, otherText, leaseId, error, retryAfterMillis, holdThrottleKey, extendMillis);
    }

    private static int tag(int field, int wireType) {
        return (field << 3) | wireType;
    }
}
