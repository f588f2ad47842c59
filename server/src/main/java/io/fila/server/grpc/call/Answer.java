package io.fila.server.grpc.call;

import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.function.Function;

/** Encodes the broker's answer to a unary call. */
public record Answer<T, R>(UnaryCall<R> call, Function<T, R> encoding) implements Reply<T> {
    @Override
    public void accept(T value) {
        call.answer(encoding.apply(value));
    }

    @Override
    public void refuse(Refusal refusal) {
        call.refuse(refusal);
    }
}
