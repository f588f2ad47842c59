package io.fila.core.explain;

import io.fila.core.consumer.ConsumerId;
import io.fila.core.history.StepKind;
import io.fila.core.message.DeadLetter;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Where a message is, or the next message of a key. */
public sealed interface Standing {
    /**
     * It is ready and in line.
     *
     * @param before messages of its own key and lane that go before it, as far as they are in memory
     * @param deficit what its key may still have in this round; not positive if it borrowed ahead
     * @param weight its key's share beside others
     * @param othersAhead about how many messages of other keys go before it, if rounds stay as they are
     * @param isNext whether nothing else of the queue can go before it
     * @param barriers what is in the way of the first of its lane; empty if it goes as soon as its turn comes
     */
    record Ready(
            long before,
            long deficit,
            long weight,
            long othersAhead,
            boolean isNext,
            List<Barrier> barriers,
            @Nullable DeadLetter deadLetter)
            implements Standing {

        /** The same with other barriers. */
        public Ready with(List<Barrier> others) {
            return new Ready(before, deficit, weight, othersAhead, isNext, others, deadLetter);
        }

        /**
         * The lowest whole rate of its throttle key at which it goes within a second, each of those before it with a token too.
         * Empty if the rate is not all that keeps it back, or if it goes within a second as it is.
         */
        public OptionalLong sufficientRate() {
            return before == 0 && barriers.size() == 1 && barriers.getFirst() instanceof Barrier.Throttle throttle
                    ? throttle.sufficientRate()
                    : OptionalLong.empty();
        }
    }

    /** It joins the line at a moment. */
    record Scheduled(long untilNanos, int attempts) implements Standing {}

    /**
     * A consumer has it.
     *
     * @param consumer null if it was given out before a restart
     */
    record InFlight(@Nullable ConsumerId consumer, long sinceNanos, long untilNanos, int attempts)
            implements Standing {}

    /** Nothing of the key, or of the queue, is in line. */
    record NothingReady(long inFlight, long scheduled) implements Standing {}

    /**
     * It was in the queue and is no more.
     *
     * @param how the step by which it left
     * @param target the queue it went to; empty if it is in none
     * @param reason why it was given up or set aside; empty if it was not
     */
    record Gone(StepKind how, long atNanos, String target, String reason) implements Standing {}

    /** No such message is in the queue, as far as the memory tells. */
    record NotInMemory() implements Standing {}
}
