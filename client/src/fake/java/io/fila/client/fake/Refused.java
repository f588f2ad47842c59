package io.fila.client.fake;

import io.fila.proto.v1.StreamRefusal;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** What the fake says no with. */
final class Refused {
    private Refused() {}

    static StatusRuntimeException queueNotFound(String queue) {
        return Status.NOT_FOUND
                .withDescription("queue \"" + queue + "\" does not exist")
                .asRuntimeException();
    }

    static StatusRuntimeException invalid(String sentence) {
        return Status.INVALID_ARGUMENT.withDescription(sentence).asRuntimeException();
    }

    static StatusRuntimeException notFound(String sentence) {
        return Status.NOT_FOUND.withDescription(sentence).asRuntimeException();
    }

    /** The same refusal as an item of a stream has it. */
    static StreamRefusal item(StatusRuntimeException refusal) {
        String text = refusal.getStatus().getDescription();
        return StreamRefusal.newBuilder()
                .setCode(refusal.getStatus().getCode().value())
                .setMessage(text == null ? "" : text)
                .build();
    }
}
