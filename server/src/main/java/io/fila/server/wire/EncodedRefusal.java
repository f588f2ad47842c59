package io.fila.server.wire;

import io.fila.proto.v1.StreamRefusal;

/**
 * A refusal of one item of a stream, as it goes over the wire.
 *
 * @param code the gRPC status code that a call of its own would have ended with
 * @param retryAfterMillis when to try again; 0 if there is no telling
 */
public record EncodedRefusal(int code, String sentence, long retryAfterMillis) {
    void write(FrameWriter out, int field) {
        int before = out.size();
        out.number(StreamRefusal.RETRY_AFTER_MS_FIELD_NUMBER, retryAfterMillis);
        out.text(StreamRefusal.MESSAGE_FIELD_NUMBER, sentence);
        out.number(StreamRefusal.CODE_FIELD_NUMBER, code);
        out.lengthDelimited(field, out.size() - before);
    }
}
