package io.fila.retracker.forwarder;

/**
 * How many workers there should be, asked once a second: one more while the queue is full, one fewer once it is not.
 *
 * @param least workers there are always
 * @param most workers there are at most
 * @param thresholdPercent how full the queue is when one is added; 0 for never
 */
record WorkerScale(int least, int most, int thresholdPercent) {
    /** How empty the queue is when one goes. */
    static final int CALM_PERCENT = 40;

    int next(int workers, double fillPercent) {
        if (thresholdPercent > 0 && fillPercent >= thresholdPercent && workers < most) {
            return workers + 1;
        }
        return fillPercent < CALM_PERCENT && workers > least ? workers - 1 : workers;
    }
}
