package io.fila.client;

/** A batch of items on a stream, until all of them are answered. */
final class Frame {
    int unanswered;

    /** One item was answered or abandoned; true if it was the last. */
    boolean landed() {
        unanswered--;
        return unanswered == 0;
    }
}
