package io.fila.e2e.fault;

import io.fila.e2e.program.WrongClock;
import java.io.IOException;
import java.util.List;

/** What happens to the clocks of machines. One thread. */
final class ClockFaults {
    private static final List<String> WRONG = List.of("+3h", "-3h", "+5s", "-5s", "+400d");

    private final Scene scene;

    ClockFaults(Scene scene) {
        this.scene = scene;
    }

    /**
     * Sets one clock wrong, which stays so until this happens again. Half of the time the machine starts with it, otherwise it jumps
     * while its node runs.
     */
    void setWrong(int id) throws IOException, InterruptedException {
        for (int other = 1; other <= Machines.COUNT; other++) {
            scene.machines().clock(other).setRight();
        }
        WrongClock clock = scene.machines().clock(id);
        boolean before = scene.random().nextBoolean();
        if (before) {
            clock.set(any());
        }
        scene.node(id).kill();
        scene.node(id).goBy(clock);
        scene.revive(id);
        if (!before) {
            clock.set(any());
        }
        scene.goOn();
    }

    private String any() {
        return WRONG.get(scene.random().nextInt(WRONG.size()));
    }
}
