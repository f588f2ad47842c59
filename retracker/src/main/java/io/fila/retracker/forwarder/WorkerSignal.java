package io.fila.retracker.forwarder;

/**
 * Whether there are enough workers, by how full the queue is.
 *
 * @param thresholdPercent how full the queue is when workers are to be added; 0 for never
 */
record WorkerSignal(int thresholdPercent) {
    /** How empty the queue is when they are to go. */
    static final int CALM_PERCENT = 40;

    /** What is to be done about their number. */
    enum Step {
        MORE,
        STAY,
        FEWER
    }

    Step of(double fillPercent) {
        if (thresholdPercent > 0 && fillPercent >= thresholdPercent) {
            return Step.MORE;
        }
        return fillPercent < CALM_PERCENT ? Step.FEWER : Step.STAY;
    }
}
