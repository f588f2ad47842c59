package io.fila.retracker.forwarder;

/**
 * What the workers are told about the queue, once a second: a pool adds one from 0.6 on and lets one go below 0.4.
 *
 * @param thresholdPercent how full the queue is when workers are to be added; 0 for never
 */
record WorkerSignal(int thresholdPercent) {
    /** How empty the queue is when they are to go. */
    static final int CALM_PERCENT = 40;

    static final double MORE = 1;
    static final double STAY = 0.5;
    static final double FEWER = 0;

    double of(double fillPercent) {
        if (thresholdPercent > 0 && fillPercent >= thresholdPercent) {
            return MORE;
        }
        return fillPercent < CALM_PERCENT ? FEWER : STAY;
    }
}
