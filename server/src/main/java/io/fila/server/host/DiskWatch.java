package io.fila.server.host;

import io.fila.core.command.Command;
import io.fila.core.runtime.Inbox;
import io.fila.storage.DiskGauge;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the disk once in a while and tells the broker when there is too little room, and when there is room again. */
final class DiskWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final DiskGauge gauge;
    private final Inbox inbox;
    private final CountDownLatch closed = new CountDownLatch(1);
    private boolean low;

    private DiskWatch(DiskGauge gauge, Inbox inbox) {
        this.gauge = gauge;
        this.inbox = inbox;
    }

    /** Looks once before it returns, so that a broker on a full disk takes nothing in. */
    static DiskWatch start(DiskGauge gauge, Inbox inbox) {
        DiskWatch watch = new DiskWatch(gauge, inbox);
        watch.look();
        Thread.ofPlatform().name("fila-disk").daemon().start(watch::lookUntilClosed);
        return watch;
    }

    private void lookUntilClosed() {
        try {
            while (!closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                look();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            boolean nowLow = gauge.isLow();
            if (nowLow != low) {
                low = nowLow;
                inbox.put(new Command.DiskSpace(low));
                log.warn(
                        low
                                ? "The disk has too little room: new messages are refused until some is freed."
                                : "The disk has room again: new messages are accepted.");
            }
        } catch (RuntimeException failure) {
            log.error("The room on the disk could not be read; looking again in {}.", INTERVAL, failure);
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
