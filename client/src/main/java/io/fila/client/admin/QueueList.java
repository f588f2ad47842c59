package io.fila.client.admin;

import java.util.List;

/**
 * All queues, sorted by name, and the cluster they are in.
 *
 * @param clusterNodes nodes of the cluster; 0 when the broker stands alone
 */
public record QueueList(List<QueueInfo> queues, long clusterNodes) {
    public QueueList {
        queues = List.copyOf(queues);
    }

    public boolean clustered() {
        return clusterNodes != 0;
    }
}
