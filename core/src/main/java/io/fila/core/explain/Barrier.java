package io.fila.core.explain;

import java.util.List;
import java.util.OptionalLong;

/** Something that blocks the next message of a key now. There may be several; all must go before it is delivered. */
public sealed interface Barrier {
    /**
     * An operator has paused the whole queue.
     *
     * @param sinceNanos since when; 0 if that was before the broker started
     */
    record QueuePaused(long sinceNanos) implements Barrier {}

    /** Nobody is connected to the queue. */
    record NoConsumer() implements Barrier {}

    /**
     * Consumers are connected, and none of them takes a message.
     *
     * @param full how many of them hold as many messages as they may; the others have not asked for more
     * @param eager how many of the full ones have asked for more
     * @param held how many messages the full ones hold together
     */
    record ConsumersFull(int consumers, int full, int eager, long held) implements Barrier {}

    /**
     * As many messages of the queue are with consumers as may be.
     *
     * @param inFlight how many they have; more than the limit if that was lowered since
     * @param holders who has them, those with most first; no more are named than {@link #MOST_NAMED}
     */
    record QueueLimit(long inFlight, long limit, List<Holder> holders) implements Barrier {}

    /**
     * An operator has paused this key.
     *
     * @param sinceNanos since when; 0 if that was before the broker started
     */
    record KeyPaused(long sinceNanos) implements Barrier {}

    /**
     * As many messages of the key are with consumers as may be.
     *
     * @param inFlight how many they have; more than the limit if that was lowered since
     * @param holders who has them, those with most first; no more are named than {@link #MOST_NAMED}
     */
    record KeyLimit(long inFlight, long limit, List<Holder> holders) implements Barrier {}

    /**
     * The message has to be read from disk first.
     *
     * @param beingRead whether that is under way; a line that could not go on anyway is not read
     */
    record OnDisk(boolean beingRead) implements Barrier {}

    /**
     * A throttle key has no token for it.
     *
     * @param tokens what the bucket holds now
     * @param held a consumer's nack closed the key for a while, whatever the bucket holds
     * @param opensAtNanos when the key lets the next one pass; {@link Long#MAX_VALUE} for never
     * @param before how many others wait in line before it, each for a token; no more are counted than {@link #MOST_COUNTED}
     * @param keysBefore some of their fairness keys, as far as they are of the same queue; no more than {@link #MOST_NAMED}
     */
    record Throttle(
            String key,
            double tokens,
            double perSecond,
            double burst,
            boolean held,
            long opensAtNanos,
            int before,
            List<String> keysBefore)
            implements Barrier {

        /** Those before it and it get a token each within a second; a change of the rate leaves what the bucket holds. */
        OptionalLong sufficientRate() {
            boolean rateDecides = !held && before < MOST_COUNTED;
            long needed = before + 1L;
            return rateDecides && perSecond < needed ? OptionalLong.of(needed) : OptionalLong.empty();
        }
    }

    /** How many are counted who wait before somebody: a line may be long. */
    int MOST_COUNTED = 1000;

    /** How many are named who hold something, or wait before somebody. */
    int MOST_NAMED = 5;
}
