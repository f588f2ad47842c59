package io.fila.server.grpc.message;

import io.fila.core.Limits;
import io.fila.core.consumer.Delivery;
import io.fila.core.message.Body;
import io.fila.core.reply.Refusal;
import io.fila.server.wire.Frames;
import io.grpc.Metadata;

/**
 * The largest frame a consumer accepts. A gRPC client ends its stream when it gets a larger frame, and the message would stay
 * leased. So the broker sends none unless the client says that it accepts more.
 *
 * @param bytes of one frame
 */
record FrameLimit(long bytes) {
    /** Where a consumer says how many bytes it reads. */
    static final Metadata.Key<String> HEADER =
            Metadata.Key.of("fila-max-frame-bytes", Metadata.ASCII_STRING_MARSHALLER);

    /** What gRPC clients read unless they are told otherwise. */
    private static final long USUAL_BYTES = 4 * 1024 * 1024;

    static final FrameLimit USUAL = new FrameLimit(USUAL_BYTES);

    /** As the headers of a call say; what is no number says nothing. */
    static FrameLimit of(Metadata headers) {
        String said = headers.get(HEADER);
        try {
            return said == null ? USUAL : new FrameLimit(Math.max(USUAL_BYTES, Long.parseLong(said.strip())));
        } catch (NumberFormatException noNumber) {
            return USUAL;
        }
    }

    /** Whether a delivery fits into a frame of its own. */
    boolean holds(Delivery delivery, Body body) {
        return body.size() <= bytes - Limits.DELIVERY_ROOM_BYTES
                || Frames.delivered(delivery, body).size() <= bytes;
    }

    Refusal tooLarge(Delivery delivery) {
        return Refusal.failedPrecondition("Expected a consumer that reads message "
                + delivery.envelope().id() + " but it is larger than the " + bytes
                + " bytes of a frame that this one reads; raise the client's limit, and tell it in the header "
                + HEADER.name() + ".");
    }
}
