package io.fila.simulator.cluster;

import io.fila.simulator.chance.Chance;
import io.fila.simulator.time.EventQueue;
import java.util.Arrays;

/** The wires between nodes: what is sent takes a while, overtakes what was sent before, gets lost, or finds the wire cut. */
public final class Wires {
    private final EventQueue events;
    private final Chance chance;
    private final boolean[][] cut;
    private LogPace pace;

    Wires(EventQueue events, Chance chance, int nodes, LogPace pace) {
        this.events = events;
        this.chance = chance;
        this.cut = new boolean[nodes][nodes];
        this.pace = pace;
    }

    LogPace pace() {
        return pace;
    }

    /** Cuts the wire in one direction, or mends it. */
    public void cut(int from, int to, boolean isCut) {
        cut[from][to] = isCut;
    }

    /** All wires are whole, fast and lose nothing from now on. */
    void mend() {
        for (boolean[] row : cut) {
            Arrays.fill(row, false);
        }
        pace = pace.sound();
    }

    /** Whether both could talk to each other just now. */
    boolean connect(int one, int other) {
        return !cut[one][other] && !cut[other][one];
    }

    void send(int from, int to, Runnable arrives) {
        if (cut[from][to] || chance.percent(pace.lossPercent())) {
            return;
        }
        events.after(chance.between(0, pace.wireNanos()), () -> {
            if (!cut[from][to]) {
                arrives.run();
            }
        });
    }
}
