package io.fila.core.reply;

/** Where the answer to a command goes, once what it changed is durable. Called on the broker thread: must not block. */
public interface Reply<T> {
    void accept(T value);

    void refuse(Refusal refusal);
}
