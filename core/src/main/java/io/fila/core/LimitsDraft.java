package io.fila.core;

/** A builder of limits: starts from a copy and changes limits by name. */
public final class LimitsDraft {
    private int queues;
    private int flows;
    private int inFlightPerQueue;
    private int inFlightPerConsumer;
    private int windowPerLane;
    private int headsInMemory;
    private long bodyBytesInMemory;
    private int commandsPerTurn;
    private int deliveriesPerTurn;
    private int timersPerTurn;
    private int pagesInFlight;

    LimitsDraft(Limits usual) {
        this.queues = usual.queues();
        this.flows = usual.flows();
        this.inFlightPerQueue = usual.inFlightPerQueue();
        this.inFlightPerConsumer = usual.inFlightPerConsumer();
        this.windowPerLane = usual.windowPerLane();
        this.headsInMemory = usual.headsInMemory();
        this.bodyBytesInMemory = usual.bodyBytesInMemory();
        this.commandsPerTurn = usual.commandsPerTurn();
        this.deliveriesPerTurn = usual.deliveriesPerTurn();
        this.timersPerTurn = usual.timersPerTurn();
        this.pagesInFlight = usual.pagesInFlight();
    }

    public LimitsDraft queues(int most) {
        queues = most;
        return this;
    }

    public LimitsDraft flows(int most) {
        flows = most;
        return this;
    }

    public LimitsDraft inFlightPerQueue(int most) {
        inFlightPerQueue = most;
        return this;
    }

    public LimitsDraft inFlightPerConsumer(int most) {
        inFlightPerConsumer = most;
        return this;
    }

    public LimitsDraft windowPerLane(int most) {
        windowPerLane = most;
        return this;
    }

    public LimitsDraft headsInMemory(int most) {
        headsInMemory = most;
        return this;
    }

    public LimitsDraft bodyBytesInMemory(long most) {
        bodyBytesInMemory = most;
        return this;
    }

    public LimitsDraft commandsPerTurn(int most) {
        commandsPerTurn = most;
        return this;
    }

    public LimitsDraft deliveriesPerTurn(int most) {
        deliveriesPerTurn = most;
        return this;
    }

    public LimitsDraft timersPerTurn(int most) {
        timersPerTurn = most;
        return this;
    }

    public LimitsDraft pagesInFlight(int most) {
        pagesInFlight = most;
        return this;
    }

    public Limits limits() {
        return new Limits(
                queues,
                flows,
                inFlightPerQueue,
                inFlightPerConsumer,
                windowPerLane,
                headsInMemory,
                bodyBytesInMemory,
                commandsPerTurn,
                deliveriesPerTurn,
                timersPerTurn,
                pagesInFlight);
    }
}
