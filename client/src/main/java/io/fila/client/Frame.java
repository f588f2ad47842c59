package io.fila.client;

/** What several items of a stream travel in, until all of them are answered. */
final class Frame {
    int unanswered;

    /** One item is answered or given up; true if it was the last. */
    boolean landed() {
        unanswered--;
        return unanswered == 0;
    }
}
