package io.fila.e2e.fault;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.NodeNetwork;
import io.fila.e2e.program.SmallDisk;
import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.program.WrongClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Three machines with a node each. Each has its own wire, disk and clock, so that each of them can fail alone. One thread. */
final class Machines implements AutoCloseable {
    static final int COUNT = 3;

    private static final int DISK_MEGABYTES = 1_024;

    /** Below this no new messages are taken; below a quarter of it a node ends. */
    static final long MIN_FREE_BYTES = 64L << 20;

    private final NodeNetwork network;
    private final List<SmallDisk> disks = new ArrayList<>();
    private final List<WrongClock> clocks = new ArrayList<>();
    private final ThreeNodes cluster;

    private Machines(Path directory) throws IOException, InterruptedException {
        network = NodeNetwork.make();
        try {
            for (int id = 1; id <= COUNT; id++) {
                Path own = Files.createDirectories(directory.resolve("machine" + id));
                disks.add(SmallDisk.mount(own, DISK_MEGABYTES));
                clocks.add(WrongClock.in(own));
            }
            cluster = ThreeNodes.startIn(id -> disk(id).directory(), network, Machines::setUp);
        } catch (AssertionError | IOException | InterruptedException | RuntimeException failure) {
            closeDisksAndNetwork();
            throw failure;
        }
    }

    static Machines startIn(Path directory) throws IOException, InterruptedException {
        return new Machines(directory);
    }

    private static void setUp(BrokerProcess node) {
        // What the engine warns of may be the only trace of why a copy does not catch up.
        node.with("storage.min_free_bytes", MIN_FREE_BYTES).with("log.level", "debug");
    }

    ThreeNodes cluster() {
        return cluster;
    }

    NodeNetwork network() {
        return network;
    }

    SmallDisk disk(int id) {
        return disks.get(id - 1);
    }

    WrongClock clock(int id) {
        return clocks.get(id - 1);
    }

    @Override
    public void close() throws IOException {
        cluster.close();
        closeDisksAndNetwork();
    }

    private void closeDisksAndNetwork() throws IOException {
        for (SmallDisk disk : disks) {
            disk.close();
        }
        network.close();
    }
}
