package io.fila.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How many messages a consumer asks for: one for each idle taker, and ahead of those as many as are taken while the next ones
 * are on their way. Guarded by the consumer's lock; time is a parameter.
 *
 * <p>What waits here is out of the scheduler's hands, so this is kept short by time. By Little's law the messages on their way
 * are the rate of taking × the round trip. Both change, so they are followed:
 *
 * <ul>
 *   <li>More are asked for ahead when a taker comes back from its work and finds nothing although the broker answers promptly.
 *   <li>No more than are taken, at the pace of the latest takings, in the time in which an answer is prompt.
 *   <li>Fewer when answers are not prompt: the broker has fewer messages than were asked for, or they queue on the way.
 *   <li>Fewer when some were left over after each taking of an interval: they were not needed.
 * </ul>
 *
 * <p>An answer is prompt if it takes no longer than the round trip and the prefetch time together. The round trip is that of
 * settlements, which the broker answers whether it has messages or not.
 */
final class Prefetch {
    /** Over so long a time messages are watched before fewer are asked for. */
    static final long INTERVAL_NANOS = Duration.ofMillis(100).toNanos();

    /** Bytes ahead at most, judged by the latest message and by the average of the latest ones, whichever is larger. */
    static final long MAX_BYTES = 16 << 20;

    /** What the first message is taken for. */
    static final int FIRST_BYTES = 1 << 20;

    /** Commands in which a full prefetch is asked for: few, but not so few that the takers run dry in between. */
    private static final int COMMANDS = 8;

    /** How long the pace of takings counts: long enough that one pause does not tell. */
    private static final long RECENT_NANOS = Duration.ofMillis(50).toNanos();

    /** What the latest sample counts in an average. */
    private static final double SHARE = 1.0 / 8;

    private static final int UNKNOWN = -1;

    private final int most;
    private final long prefetchNanos;
    private final boolean byCount;

    /** Asked for and not here yet, in the order in which it was asked. */
    private final Deque<Asked> asked = new ArrayDeque<>();

    private long onTheWay;

    /** The sizes of the messages here that nobody has taken. */
    private final Deque<Integer> here = new ArrayDeque<>();

    private long bytesHere;
    private int latestBytes = FIRST_BYTES;
    private double averageBytes = UNKNOWN;

    private int ahead = 1;
    private long grownNanos;

    /** Whether something was taken since takers last ran dry; and whether they have run dry since. */
    private boolean worked;

    private boolean dry;

    /** What was taken while nobody was idle, and in which time; what is long past counts little. */
    private double recentlyTaken;

    private double recentNanos;
    private long takenNanos;
    private boolean idled = true;

    /** The average round trip of settlements, and until there are any the fastest answer. */
    private double roundTripNanos = UNKNOWN;

    private long settledNanos;
    private long fastestNanos = UNKNOWN;

    private long intervalNanos;

    /** Answers to what was asked in this interval, and how long they took together. */
    private int answers;

    private long answersNanos;

    /** The fewest messages that were left after a taking in this interval. */
    private int left = Integer.MAX_VALUE;

    /** Messages asked for at one time that have not come. */
    private static final class Asked {
        final long nanos;
        int messages;

        Asked(int messages, long nanos) {
            this.messages = messages;
            this.nanos = nanos;
        }
    }

    /**
     * @param most messages ahead at most
     * @param prefetchTime how long a message may wait here
     */
    Prefetch(int most, Duration prefetchTime, long nowNanos) {
        this.most = most;
        byCount = prefetchTime.compareTo(ClientOptions.ANY_PREFETCH_TIME) >= 0;
        prefetchNanos = byCount ? ClientOptions.ANY_PREFETCH_TIME.toNanos() : prefetchTime.toNanos();
        grownNanos = nowNanos;
        intervalNanos = nowNanos;
    }

    /** Messages to have here or on the way besides those for idle takers. */
    int ahead() {
        if (byCount) {
            return most;
        }
        double taken = recentNanos == 0 ? most : recentlyTaken / recentNanos * promptNanos();
        return (int) Math.max(1, Math.min(ahead, taken));
    }

    private double promptNanos() {
        return (roundTripNanos == UNKNOWN ? Math.max(0, fastestNanos) : roundTripNanos) + prefetchNanos;
    }

    /**
     * How many messages to ask for now. They count as asked for.
     *
     * @param idle takers that wait for one
     * @param wanted messages that may still come, ever
     * @param sending whether a command is sent in any case, so that asking costs nothing
     */
    int ask(int idle, long wanted, boolean sending, long nowNanos) {
        long target = (long) idle + ahead();
        long present = onTheWay + here.size();
        long room = Math.min(Math.min(target - present, affordable()), wanted - onTheWay);
        boolean idleInVain = present < idle;
        boolean last = room + onTheWay == wanted;
        if (room <= 0 || !(sending || idleInVain || last || room >= target / COMMANDS)) {
            return 0;
        }
        int messages = (int) Math.min(room, Integer.MAX_VALUE);
        asked.add(new Asked(messages, nowNanos));
        onTheWay += messages;
        return messages;
    }

    /** Messages that may be asked for within the bound on bytes; one at least if nothing is here or on its way. */
    private long affordable() {
        double each = Math.max(1, Math.max(latestBytes, averageBytes));
        long messages = (long) ((MAX_BYTES - bytesHere) / each) - onTheWay;
        return onTheWay == 0 && here.isEmpty() ? Math.max(1, messages) : messages;
    }

    /** A message came. */
    void arrived(int bytes, long nowNanos) {
        latestBytes = bytes;
        averageBytes = averageBytes == UNKNOWN ? bytes : averageBytes + (bytes - averageBytes) * SHARE;
        here.add(bytes);
        bytesHere += bytes;
        Asked oldest = asked.peek();
        if (oldest != null) {
            onTheWay--;
            if (--oldest.messages == 0) {
                asked.remove();
            }
            answered(oldest.nanos, nowNanos);
        }
    }

    private void answered(long askedNanos, long nowNanos) {
        long nanos = nowNanos - askedNanos;
        fastestNanos = fastestNanos == UNKNOWN ? nanos : Math.min(fastestNanos, nanos);
        // What was asked for before something changed can't tell what came of it.
        if (dry && askedNanos - grownNanos >= 0) {
            // Well below what would be too long, or more and fewer would take turns.
            if (nanos <= promptNanos() - prefetchNanos / 2.0 && ahead == ahead()) {
                ahead = Math.min(most, ahead + Math.max(1, ahead / 2));
                grownNanos = nowNanos;
            }
            dry = false;
            worked = false;
        }
        if (askedNanos - intervalNanos >= 0) {
            answers++;
            answersNanos += nanos;
            conclude(nowNanos);
        }
    }

    /** At the end of an interval, which is not before there is an answer to something that was asked in it. */
    private void conclude(long nowNanos) {
        if (nowNanos - intervalNanos < INTERVAL_NANOS) {
            return;
        }
        double mean = (double) answersNanos / answers;
        if (mean > promptNanos()) {
            ahead = (int) Math.max(1, ahead * promptNanos() / mean);
        }
        if (left != Integer.MAX_VALUE) {
            // Half of it, because the next interval may need more.
            ahead = Math.max(1, ahead - (left + 1) / 2);
        }
        intervalNanos = nowNanos;
        answers = 0;
        answersNanos = 0;
        left = Integer.MAX_VALUE;
    }

    /**
     * The message that came first was taken.
     *
     * @param idle takers that still wait for one
     */
    void taken(int idle, long nowNanos) {
        bytesHere -= here.remove();
        if (!idled && idle == 0) {
            long nanos = nowNanos - takenNanos;
            double kept = (double) RECENT_NANOS / (RECENT_NANOS + nanos);
            recentlyTaken = recentlyTaken * kept + 1;
            recentNanos = recentNanos * kept + nanos;
        }
        idled = false;
        takenNanos = nowNanos;
        worked = true;
        left = Math.min(left, here.size());
    }

    /**
     * A taker came and found nothing.
     *
     * @param fromWork whether it comes back from its work, and not for the first time
     */
    void missed(boolean fromWork) {
        idled = true;
        dry |= fromWork && worked;
    }

    /** The broker has answered a settlement; those that were sent together are one measurement. */
    void settled(long sentNanos, long nowNanos) {
        if (roundTripNanos == UNKNOWN) {
            roundTripNanos = nowNanos - sentNanos;
        } else if (sentNanos != settledNanos) {
            roundTripNanos += (nowNanos - sentNanos - roundTripNanos) * SHARE;
        }
        settledNanos = sentNanos;
    }

    /** What was asked for and has not come will not come: the stream is gone, and the next one may lead elsewhere. */
    void lost() {
        asked.clear();
        onTheWay = 0;
        roundTripNanos = UNKNOWN;
        fastestNanos = UNKNOWN;
    }
}
