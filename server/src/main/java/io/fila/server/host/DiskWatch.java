package io.fila.server.host;

import io.fila.core.command.Command;
import io.fila.core.runtime.Inbox;
import io.fila.storage.DiskGauge;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Checks the disk regularly, and tells the broker when there is too little room and when there is room again. */
final class DiskWatch implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(DiskWatch.class);
    private static final int LOOKS_PER_RECLAIM = 5;

    private final DiskGauge gauge;
    private final Inbox inbox;
    private final Runnable reclaim;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final RoomListeners listeners;
    private boolean low;
    private int looksWhileLow;
    private boolean failing;

    private DiskWatch(DiskGauge gauge, Inbox inbox, Runnable reclaim, RoomListeners listeners) {
        this.gauge = gauge;
        this.inbox = inbox;
        this.reclaim = reclaim;
        this.listeners = listeners;
    }

    /**
     * Looks once before it returns, so that a broker on a full disk takes nothing in.
     *
     * @param reclaim makes storage give back the room of what was consumed; called now and then while there is too little
     */
    static DiskWatch start(DiskGauge gauge, Inbox inbox, Runnable reclaim, RoomListeners listeners) {
        DiskWatch watch = new DiskWatch(gauge, inbox, reclaim, listeners);
        watch.look();
        Thread.ofPlatform().name("fila-disk").daemon().start(watch::lookUntilClosed);
        return watch;
    }

    private void lookUntilClosed() {
        try {
            while (!closed.await(gauge.pause().toMillis(), TimeUnit.MILLISECONDS)) {
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
                listeners.tell(!low);
                log.atWarn()
                        .addKeyValue("free_bytes", gauge.freeBytes())
                        .log(
                                low
                                        ? "The disk has too little room: new messages are refused until some is freed."
                                        : "The disk has room again: new messages are accepted.");
            }
            looksWhileLow = low ? looksWhileLow + 1 : 0;
            if (looksWhileLow % LOOKS_PER_RECLAIM == LOOKS_PER_RECLAIM - 1) {
                reclaim.run();
            }
            failing = false;
        } catch (RuntimeException failure) {
            if (!failing) {
                log.error("The free disk space could not be checked; trying again.", failure);
            }
            failing = true;
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
