package io.fila.core.consumer;

/** One receiver of a queue's messages; it gets at most as many as it has granted credit for. */
public final class Consumer {
    private final ConsumerId id;
    private final DeliverySink sink;
    private long credit;
    boolean inRotation;
    boolean detached;

    public Consumer(ConsumerId id, DeliverySink sink) {
        this.id = id;
        this.sink = sink;
    }

    public ConsumerId id() {
        return id;
    }

    public DeliverySink sink() {
        return sink;
    }

    public long credit() {
        return credit;
    }

    void grant(int more) {
        credit += more;
    }

    void spend() {
        credit--;
    }
}
