package io.fila.core.reply;

/** Where the answer to a command goes, once what it changed is durable. Called on the broker thread: must not block. */
public interface Reply<T> {
    void accept(T value);

    void refuse(Refusal refusal);

    /** Called after the last answer and delivery of the turn: whoever gathers answers passes them on. */
    default void flush() {}

    /** For an answer that nobody waits for. */
    static <T> Reply<T> unheard() {
        return new Reply<>() {
            @Override
            public void accept(T value) {}

            @Override
            public void refuse(Refusal refusal) {}
        };
    }
}
