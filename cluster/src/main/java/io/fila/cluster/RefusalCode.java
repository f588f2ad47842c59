package io.fila.cluster;

import io.fila.core.reply.Refusal;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/** A refusal, or none, on its way from one node to another: its code, a colon, its sentence. */
final class RefusalCode {
    private RefusalCode() {}

    static ByteString encode(@Nullable Refusal refusal) {
        return refusal == null ? ByteString.EMPTY : ByteString.copyFromUtf8(refusal.code() + ":" + refusal.sentence());
    }

    static @Nullable Refusal decode(ByteString encoded) {
        if (encoded.isEmpty()) {
            return null;
        }
        String text = encoded.toStringUtf8();
        int colon = text.indexOf(':');
        return new Refusal(Refusal.Code.valueOf(text.substring(0, colon)), text.substring(colon + 1), 0);
    }
}
