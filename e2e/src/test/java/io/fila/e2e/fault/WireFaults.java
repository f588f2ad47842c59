package io.fila.e2e.fault;

/** What happens to the wires between machines. One thread. */
final class WireFaults {
    private static final int SLOW_KILOBITS = 1_000;
    private static final int LONGEST_DELAY_MILLIS = 700;
    private static final int FLAPS = 6;
    private static final int LONGEST_FLAP_MILLIS = 300;

    private final Scene scene;

    WireFaults(Scene scene) {
        this.scene = scene;
    }

    void cutOff(int id) throws InterruptedException {
        scene.machines().network().isolate(id);
        scene.goOn();
        heal();
    }

    void cutOneWay(int from, int to) throws InterruptedException {
        scene.machines().network().cut(from, to);
        scene.goOn();
        heal();
    }

    /** For longer and shorter than it takes to elect a leader. */
    void flap(int id) throws InterruptedException {
        for (int i = 0; i < FLAPS; i++) {
            scene.machines().network().isolate(id);
            scene.goOnFor(1 + scene.random().nextInt(LONGEST_FLAP_MILLIS));
            heal();
            scene.goOnFor(1 + scene.random().nextInt(LONGEST_FLAP_MILLIS));
        }
    }

    void slow(int id) throws InterruptedException {
        slowDown(id);
        scene.goOn();
        heal();
    }

    void slowDown(int id) throws InterruptedException {
        scene.machines().network().slow(id, SLOW_KILOBITS, LONGEST_DELAY_MILLIS);
    }

    void heal() throws InterruptedException {
        scene.machines().network().heal();
    }
}
