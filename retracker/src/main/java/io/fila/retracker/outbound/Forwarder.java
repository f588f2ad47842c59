package io.fila.retracker.outbound;

/** Another tracker, as one that can be asked. Any thread may ask, and waits for the answer. */
@FunctionalInterface
public interface Forwarder {
    /**
     * Tells it of one of our clients and waits for what it says.
     *
     * @throws InterruptedException if the asking is to end
     */
    ForwarderReply ask(ForwardedAnnounce announce) throws InterruptedException;
}
