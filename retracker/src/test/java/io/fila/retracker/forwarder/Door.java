package io.fila.retracker.forwarder;

import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.outbound.ForwarderReply;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** A forwarder that answers nobody before it is opened. */
final class Door implements Forwarder, AutoCloseable {
    private final CountDownLatch open = new CountDownLatch(1);

    @Override
    public ForwarderReply ask(ForwardedAnnounce announce) throws InterruptedException {
        open.await();
        return new ForwarderReply.Found(List.of(), ForwardingRig.INTERVAL, Optional.empty());
    }

    void open() {
        open.countDown();
    }

    @Override
    public void close() {
        open();
    }
}
