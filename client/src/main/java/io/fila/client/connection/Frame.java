package io.fila.client.connection;

/** A batch of items on a stream, until all of them are answered. */
public final class Frame {
    public int unanswered;

    /** One item was answered or abandoned; true if it was the last. */
    public boolean landed() {
        unanswered--;
        return unanswered == 0;
    }
}
