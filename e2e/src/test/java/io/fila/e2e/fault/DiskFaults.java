package io.fila.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.SmallDisk;
import java.io.IOException;
import java.util.List;

/** What happens to the disks of machines. One thread. */
final class DiskFaults {
    private final Scene scene;

    DiskFaults(Scene scene) {
        this.scene = scene;
    }

    void lose(int id) throws Exception {
        scene.node(id).kill();
        scene.goOn();
        scene.replaceDisk(id);
    }

    /** What was not synced is lost, as it is when the power goes. */
    void cutPower(List<Integer> victims) throws InterruptedException {
        for (int victim : victims) {
            scene.node(victim).freeze();
        }
        for (int victim : victims) {
            disk(victim).cutPower();
            scene.node(victim).kill();
        }
        scene.goOn();
        for (int victim : victims) {
            disk(victim).restorePower();
        }
        Strikes.startAgain(scene, victims);
    }

    /** So much that the node ends, or only so much that it should not lead. */
    void fill(int id) throws IOException, InterruptedException {
        boolean ends = scene.random().nextBoolean();
        disk(id).fillUpTo(ends ? Machines.MIN_FREE_BYTES / 8 : Machines.MIN_FREE_BYTES / 2);
        if (ends) {
            assertThat(scene.node(id).awaitEnd(Scene.PATIENCE).err()).contains("Expected room for the cluster's log");
            scene.goOn();
            disk(id).free();
            scene.revive(id);
        } else {
            await("node " + id + ", whose disk is full, leads nothing")
                    .atMost(Scene.PATIENCE)
                    .ignoreExceptions()
                    .until(() -> !scene.cluster().leads(scene.anyBut(id)).containsKey((long) id));
            disk(id).free();
        }
    }

    /**
     * A node with a bit that is not as it was goes on, or ends with a sentence and not without a word. In both cases somebody who
     * knows gives it an empty disk. What it would have served is not looked at: whether checksums notice is tested in storage.
     */
    void flipBit(int id) throws Exception {
        boolean isRunning = scene.random().nextBoolean();
        if (!isRunning) {
            scene.node(id).kill();
        }
        BitFlip flip = BitFlip.in(scene.node(id).dataDirectory(), scene.random());
        System.err.println((isRunning ? "under the running node: " : "before the start: ") + flip);
        if (isRunning) {
            scene.goOn();
            end(id, flip);
        }
        scene.node(id).launch();
        if (scene.node(id).isReadyOrEnded()) {
            scene.goOn();
        }
        end(id, flip);
        scene.replaceDisk(id);
    }

    private void end(int id, BitFlip flip) throws InterruptedException {
        if (scene.node(id).isAlive()) {
            scene.node(id).kill();
        } else {
            assertThat(scene.node(id).log())
                    .as("the words of node %d with %s", id, flip)
                    .contains("Expected");
        }
    }

    private SmallDisk disk(int id) {
        return scene.machines().disk(id);
    }
}
