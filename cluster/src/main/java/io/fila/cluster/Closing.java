package io.fila.cluster;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Tells everything that goes on in the background that its node closes. Any thread. */
final class Closing {
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile boolean announced;

    /** It is about to begin: this node leads no more. */
    void announce() {
        announced = true;
    }

    boolean isAnnounced() {
        return announced || hasBegun();
    }

    void begin() {
        latch.countDown();
    }

    boolean hasBegun() {
        return latch.getCount() == 0;
    }

    /** Waits, but not for longer than the node is open. */
    void pause(Duration time) {
        try {
            boolean _ = latch.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
