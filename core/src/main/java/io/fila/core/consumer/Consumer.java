package io.fila.core.consumer;

/** One receiver of a queue's messages; it gets at most as many as it has granted credit for, and may hold. */
public final class Consumer {
    private final ConsumerId id;
    private final DeliverySink sink;
    private long credit;
    private int held;
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

    /** Takes a message, for one credit. */
    void take() {
        credit--;
        held++;
    }

    /** A message it held is settled, or taken from it. */
    void letGo() {
        held--;
    }

    boolean mayTake(int mostHeld) {
        return credit > 0 && held < mostHeld;
    }
}
