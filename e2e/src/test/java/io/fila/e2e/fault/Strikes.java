package io.fila.e2e.fault;

import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.ThreeNodes;
import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.TransferLeadershipRequest;
import java.util.List;

/** Lets faults happen to machines, each for a while: when it is over, all nodes run, and need not be in sync yet. One thread. */
final class Strikes {
    private final Scene scene;
    private final WireFaults wires;
    private final DiskFaults disks;
    private final ClockFaults clocks;
    private final MemberFaults members;
    private final Gaps deaths;
    private final Gaps handOvers;

    Strikes(Scene scene, Gaps deaths, Gaps handOvers) {
        this.scene = scene;
        this.deaths = deaths;
        this.handOvers = handOvers;
        wires = new WireFaults(scene);
        disks = new DiskFaults(scene);
        clocks = new ClockFaults(scene);
        members = new MemberFaults(scene);
    }

    void strike(Fault fault) throws Exception {
        int one = scene.any();
        int another = scene.anyBut(one);
        switch (fault) {
            case LEADER_DIES -> leaderDies();
            case ONE_DIES -> die(List.of(one));
            case TWO_DIE -> die(List.of(one, another));
            case ALL_DIE -> die(List.of(1, 2, 3));
            case ONE_STANDS_STILL -> {
                scene.node(one).freeze();
                scene.goOn();
                scene.node(one).thaw();
            }
            case ONE_IS_RESTARTED -> {
                var _ = scene.node(one).terminate();
                scene.revive(one);
            }
            case LEAD_IS_HANDED_OVER -> handOver();
            case ONE_IS_CUT_OFF -> wires.cutOff(one);
            case ONE_WAY_IS_CUT -> wires.cutOneWay(one, another);
            case ONE_IS_CUT_OFF_AGAIN_AND_AGAIN -> wires.flap(one);
            case ONE_IS_SLOW -> wires.slow(one);
            case ONE_LOSES_ITS_DISK -> disks.lose(one);
            case ONE_LOSES_POWER -> disks.cutPower(List.of(one));
            case ALL_LOSE_POWER -> disks.cutPower(List.of(1, 2, 3));
            case ONE_DISK_IS_FULL -> disks.fill(one);
            case ONE_BIT_FLIPS -> disks.flipBit(one);
            case ONE_CLOCK_IS_WRONG -> clocks.setWrong(one);
            case ONE_IS_REMOVED -> members.remove(one, another);
            case ONE_DEAD_IS_REMOVED -> members.removeDead(one, another);
            case LEADER_DIES_WHILE_ONE_IS_SLOW -> {
                wires.slowDown(one);
                leaderDies();
                wires.heal();
            }
            case ONE_DIES_WHILE_ONE_JOINS -> members.joinWhileDying(one, another);
        }
    }

    private void leaderDies() throws InterruptedException {
        int leader = scene.leader();
        PlainClient user = scene.userElsewhere(leader);
        long now = System.nanoTime();
        scene.node(leader).kill();
        deaths.add(scene.gapMillis(user, now));
        scene.revive(leader);
    }

    private void die(List<Integer> victims) throws InterruptedException {
        for (int victim : victims) {
            scene.node(victim).kill();
        }
        scene.goOn();
        startAgain(scene, victims);
    }

    static void startAgain(Scene scene, List<Integer> victims) throws InterruptedException {
        for (int victim : victims) {
            scene.node(victim).launch();
        }
        for (int victim : victims) {
            scene.node(victim).awaitReady();
            scene.cluster().client(victim).reconnect();
        }
        scene.load().brokerIsBack();
    }

    private void handOver() {
        int leader = scene.leader();
        PlainClient user = scene.userElsewhere(leader);
        long[] beganNanos = new long[1];
        // While leads are spread, because a node has come back, it can't be done.
        await("the lead is handed over")
                .atMost(Scene.PATIENCE)
                .ignoreExceptions()
                .until(() -> {
                    beganNanos[0] = System.nanoTime();
                    var _ = scene.cluster()
                            .client(leader)
                            .admin()
                            .transferLeadership(TransferLeadershipRequest.newBuilder()
                                    .setNodeId(ThreeNodes.otherThan(leader))
                                    .build());
                    return true;
                });
        handOvers.add(scene.gapMillis(user, beganNanos[0]));
    }
}
