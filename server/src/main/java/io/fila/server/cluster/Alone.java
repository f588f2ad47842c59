package io.fila.server.cluster;

import io.fila.server.settings.ListenAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The view of a broker that is in no cluster. */
final class Alone implements ClusterView {
    @Override
    public boolean leads() {
        return true;
    }

    @Override
    public @Nullable ListenAddress leaderAddress() {
        return null;
    }

    @Override
    public long leaderNodeId() {
        return 0;
    }

    @Override
    public int replicationCount() {
        return 0;
    }

    @Override
    public int nodeCount() {
        return 0;
    }

    @Override
    public List<Member> members() {
        return List.of();
    }

    @Override
    public void onChange(Runnable listener) {
        // Nothing ever changes.
    }
}
