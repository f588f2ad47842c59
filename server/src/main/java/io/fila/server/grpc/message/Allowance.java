package io.fila.server.grpc.message;

/**
 * How many messages a stream may be sent: so many ahead of what its transport has taken, and so many in all. For the worker
 * of its stream.
 */
final class Allowance {
    /** As a consumer asks that does not say how many messages it wants. */
    static final long WITHOUT_END = 0;

    private final int window;
    private final int renewal;
    private long max;
    private long granted;
    private long written;

    /**
     * An allowance of which nothing has been granted yet.
     *
     * @param window messages the stream may be sent ahead
     * @param renewal written messages after which credit is renewed, which saves commands
     * @param max messages in all; may be raised
     */
    Allowance(int window, int renewal, long max) {
        this.window = window;
        this.renewal = renewal;
        this.max = max;
    }

    /** The allowance of a consumer that names a number once and for all. */
    static Allowance fixed(int window, int renewal, long maxMessages) {
        return new Allowance(window, renewal, maxMessages == WITHOUT_END ? Long.MAX_VALUE : maxMessages);
    }

    /** The consumer lets so many more messages come. */
    void raise(long more) {
        max = max + more < 0 ? Long.MAX_VALUE : max + more;
    }

    /** A message was written: another may follow it. */
    void wrote() {
        written++;
    }

    /** A message was delivered that will never be written: another may take its place. */
    void skipped() {
        granted--;
    }

    /** Credit to grant now: as much as is free, if it is worth a command or will not become more. */
    int renew() {
        long upTo = Math.min(max, written + window);
        int more = (int) (upTo - granted);
        if (more <= 0 || (more < renewal && upTo != max)) {
            return 0;
        }
        granted = upTo;
        return more;
    }

    /** Whether the consumer has all the messages it asked for. */
    boolean usedUp() {
        return written == max;
    }
}
