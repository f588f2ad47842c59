package io.fila.server.grpc;

import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.function.Function;

/** The broker's answer to a unary call, encoded on its way out. */
record Answer<T, R>(UnaryCall<R> call, Function<T, R> encoding) implements Reply<T> {
    @Override
    public void accept(T value) {
        call.answer(encoding.apply(value));
    }

    @Override
    public void refuse(Refusal refusal) {
        call.refuse(refusal);
    }
}
