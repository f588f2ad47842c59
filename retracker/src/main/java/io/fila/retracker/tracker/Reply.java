package io.fila.retracker.tracker;

import io.fila.retracker.swarm.Selection;

/** What a client hears after an announce. */
public sealed interface Reply {
    /** When the client should announce itself again. */
    int intervalSeconds();

    /** The peers. */
    record Answer(int intervalSeconds, int minIntervalSeconds, Selection selection) implements Reply {}

    /** It was turned away. */
    record Failure(String sentence, int intervalSeconds) implements Reply {
        private static final int MINUTE_SECONDS = 60;

        /** The interval in the unit of BEP 31, rounded up. */
        public int retryMinutes() {
            return Math.ceilDiv(intervalSeconds, MINUTE_SECONDS);
        }
    }
}
