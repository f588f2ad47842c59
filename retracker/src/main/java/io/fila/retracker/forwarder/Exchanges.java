package io.fila.retracker.forwarder;

import io.fila.retracker.forwarder.JobQueue.Lane;
import java.time.Duration;

/**
 * The jobs that are under way at one forwarder, and how long its answers take. Any thread may call it.
 *
 * <p>It is prompt if its last answer was. One that never answered has not shown that it is.
 */
final class Exchanges {
    /** An answer that takes longer than this is not prompt. */
    static final Duration PROMPT = Duration.ofMillis(250);

    /** The weight of one answer in the average. */
    private static final double SHARE = 1.0 / 8;

    private int normal;
    private int urgent;
    private boolean prompt;
    private long answers;
    private long totalMillis;
    private double recentMillis;

    synchronized void begin(Lane lane) {
        count(lane, 1);
    }

    synchronized void end(Lane lane) {
        count(lane, -1);
    }

    private void count(Lane lane, int by) {
        switch (lane) {
            case NORMAL -> normal += by;
            case URGENT -> urgent += by;
        }
    }

    /** The forwarder answered, or the time for that is over. */
    synchronized void took(long millis) {
        prompt = millis <= PROMPT.toMillis();
        recentMillis = answers == 0 ? millis : recentMillis + (millis - recentMillis) * SHARE;
        answers++;
        totalMillis += millis;
    }

    /** The forwarder has not answered promptly. */
    synchronized void late() {
        prompt = false;
    }

    synchronized boolean isPrompt() {
        return prompt;
    }

    /** Jobs of a lane that a forwarder is being asked about. */
    synchronized int underWay(Lane lane) {
        return lane == Lane.NORMAL ? normal : urgent;
    }

    synchronized int underWay() {
        return normal + urgent;
    }

    synchronized long answers() {
        return answers;
    }

    synchronized long totalMillis() {
        return totalMillis;
    }

    /** How long the latest answers took, on average. */
    synchronized long recentMillis() {
        return Math.round(recentMillis);
    }
}
