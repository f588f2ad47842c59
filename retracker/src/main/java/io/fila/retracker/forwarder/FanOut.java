package io.fila.retracker.forwarder;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * How many forwarders an announce goes to, and which. They are shuffled first, so that over time each gets its share.
 *
 * @param maxPerAnnounce at most so many; 0 for all
 * @param throttleTopN at most so many while the queue is full; 0 for no fewer than otherwise
 * @param throttleThresholdPercent when it counts as full; 0 for never
 */
record FanOut(int maxPerAnnounce, int throttleTopN, int throttleThresholdPercent) {

    <T> List<T> choose(List<T> eligible, double fillPercent, RandomGenerator random) {
        List<T> shuffled = new ArrayList<>(eligible);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, Math.min(shuffled.size(), most(fillPercent)));
    }

    boolean isThrottled(double fillPercent) {
        return throttleThresholdPercent > 0 && fillPercent >= throttleThresholdPercent;
    }

    private int most(double fillPercent) {
        int usual = maxPerAnnounce == 0 ? Integer.MAX_VALUE : maxPerAnnounce;
        return throttleTopN > 0 && isThrottled(fillPercent) ? Math.min(usual, throttleTopN) : usual;
    }
}
