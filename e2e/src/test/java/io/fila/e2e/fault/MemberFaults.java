package io.fila.e2e.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.wire.PlainClient;
import io.fila.proto.v1.GetClusterStatusRequest;
import io.fila.proto.v1.RemoveNodeRequest;
import io.fila.proto.v1.TransferLeadershipRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;

/** What happens to who belongs to the cluster. One thread. */
final class MemberFaults {
    private static final String REMOVED = "was removed from";
    private static final int LONGEST_JOIN_MILLIS = 2_500;

    private final Scene scene;

    MemberFaults(Scene scene) {
        this.scene = scene;
    }

    /** Takes one out that runs. It ends, and comes back as a new peer. */
    void remove(int id, int through) throws Exception {
        askToRemove(id, scene.cluster().client(through));
        assertThat(scene.node(id).awaitEnd(Scene.PATIENCE).err()).contains(REMOVED);
        scene.goOn();
        scene.replaceDisk(id);
    }

    /** Takes one out that is dead. With what it had it does not come back, but as a new peer. */
    void removeDead(int id, int through) throws Exception {
        scene.node(id).kill();
        askToRemove(id, scene.cluster().client(through));
        scene.goOn();
        scene.node(id).launch();
        assertThat(scene.node(id).awaitEnd(Scene.PATIENCE).err()).contains(REMOVED);
        scene.replaceDisk(id);
    }

    /** One loses its disk and joins anew; meanwhile another dies. */
    void joinWhileDying(int joining, int dying) throws Exception {
        scene.node(joining).kill();
        scene.cluster().emptyDisk(joining);
        scene.cluster().joinThroughAnother(joining);
        scene.node(joining).launch();
        scene.goOnFor(1 + scene.random().nextInt(LONGEST_JOIN_MILLIS));
        scene.node(dying).kill();
        scene.goOn();
        scene.revive(dying);
        scene.node(joining).awaitReady();
        scene.cluster().client(joining).reconnect();
        scene.load().brokerIsBack();
    }

    /** Until it is so: while others take over, the answer may be that it can't be done now. */
    private void askToRemove(int id, PlainClient through) {
        await("node " + id + " is removed").atMost(Scene.PATIENCE).until(() -> isRemoved(id, through));
    }

    private static boolean isRemoved(int id, PlainClient through) {
        try {
            if (through.admin()
                            .getClusterStatus(GetClusterStatusRequest.getDefaultInstance())
                            .getLeaderNodeId()
                    == id) {
                var _ = through.admin()
                        .transferLeadership(TransferLeadershipRequest.newBuilder()
                                .setShard(0)
                                .build());
            }
            var _ = through.admin()
                    .removeNode(RemoveNodeRequest.newBuilder().setNodeId(id).build());
            return true;
        } catch (StatusRuntimeException refused) {
            // What an earlier call had begun may have been done.
            return refused.getStatus().getCode() == Status.Code.NOT_FOUND;
        }
    }
}
