package io.fila.server.grpc;

/**
 * How many messages a stream may be sent: ahead of what its transport has taken, and in all if the consumer said so. For
 * the worker of its stream; what it returns is credit to grant now.
 */
final class Allowance {
    /** As a consumer asks that does not say how many messages it wants. */
    static final long WITHOUT_END = 0;

    private final int renewal;
    private final long max;
    private final int first;
    private long granted;
    private long written;
    private int unrenewed;

    Allowance(int credit, int renewal, long maxMessages) {
        this.renewal = renewal;
        max = maxMessages == WITHOUT_END ? Long.MAX_VALUE : maxMessages;
        first = (int) Math.min(credit, max);
        granted = first;
    }

    /** The credit to begin with. */
    int first() {
        return first;
    }

    /** A message was written: credit is renewed after several of them, which saves commands. */
    int wrote() {
        written++;
        unrenewed++;
        if (unrenewed < renewal) {
            return 0;
        }
        unrenewed = 0;
        return grant(renewal);
    }

    /** A message was delivered that will never be written: another may take its place. */
    int skipped() {
        granted--;
        return grant(1);
    }

    /** Whether the consumer has all the messages it asked for. */
    boolean usedUp() {
        return written == max;
    }

    private int grant(int wanted) {
        int more = (int) Math.min(wanted, max - granted);
        granted += more;
        return more;
    }
}
