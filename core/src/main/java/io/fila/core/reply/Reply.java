package io.fila.core.reply;

/** Receives the answer to a command, once its changes are durable. Called on the broker thread; must not block. */
public interface Reply<T> {
    void accept(T value);

    void refuse(Refusal refusal);

    /** Called after the last answer and delivery of the turn, to flush batched answers. */
    default void flush() {}

    /** For commands whose answer nobody needs. */
    static <T> Reply<T> unheard() {
        return new Reply<>() {
            @Override
            public void accept(T value) {}

            @Override
            public void refuse(Refusal refusal) {}
        };
    }
}
