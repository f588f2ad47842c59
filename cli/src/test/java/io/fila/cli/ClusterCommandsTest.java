package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ClusterCommandsTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @Test
    void statusOfABrokerInNoClusterSaysSo() {
        assertThat(fila.run("cluster", "status")).isEqualTo("This broker stands alone.\n");
        assertThat(fila.run("cluster", "status", "--output", "json"))
                .isEqualTo("{\"leader_node_id\":0,\"replication_count\":0,\"nodes\":[],\"shards\":[]}\n");
    }

    @Test
    void statusShowsEveryNode() {
        fila.broker().pretendCluster(2);

        assertThat(fila.run("cluster", "status")).isEqualTo("""
                        NODE  ROLE      IN_SYNC  BEHIND  CLIENTS        NODES
                           1  follower  no            7  -              10.0.0.1:5557
                           2  leader    yes           0  10.0.0.2:5555  10.0.0.2:5557
                           3  follower  no            7  -              10.0.0.3:5557
                        """);
        assertThat(fila.run("cluster", "status", "--output", "json"))
                .startsWith("{\"leader_node_id\":2,\"replication_count\":3,\"nodes\":[{\"node_id\":1,"
                        + "\"node_addr\":\"10.0.0.1:5557\",\"client_addr\":\"\",\"is_leader\":false,\"in_sync\":false,"
                        + "\"entries_behind\":7},");
    }

    @Test
    void statusShowsEveryShard() {
        fila.broker().pretendCluster(2, 3);

        assertThat(fila.run("cluster", "status")).isEqualTo("""
                        NODE  LEADS  IN_SYNC  BEHIND  CLIENTS        NODES
                           1  -      no            7  -              10.0.0.1:5557
                           2  0,1,2  yes           0  10.0.0.2:5555  10.0.0.2:5557
                           3  -      no            7  -              10.0.0.3:5557

                        SHARD  LEADER  COPIES  IN_SYNC  BEHIND  NODES
                            0  node 2       1        3       0  2
                            1  node 2       1        3       0  2
                            2  node 2       1        3       0  2
                        """);
        assertThat(fila.run("cluster", "status", "--output", "json"))
                .contains(
                        "\"shards\":[{\"shard\":0,\"leader_node_id\":2,\"replication_count\":3,\"copies\":[{\"node_id\":2,"
                                + "\"in_sync\":true,\"entries_behind\":0}]},");
    }

    @Test
    void transferOfOneShardWaitsForThatOne() {
        fila.broker().pretendCluster(2, 3);

        assertThat(fila.run("cluster", "transfer", "3", "--shard", "1", "--output", "json"))
                .isEqualTo("{\"leader_node_id\":3,\"shards\":[{\"shard\":1,\"leader_node_id\":3}]}\n");
    }

    @Test
    void transferWaitsUntilTheOtherNodeLeads() {
        fila.broker().pretendCluster(2);

        assertThat(fila.run("cluster", "transfer", "3")).isEqualTo("Node 3 leads.\n");
        assertThat(fila.run("cluster", "transfer", "--output", "json"))
                .isEqualTo("{\"leader_node_id\":1,\"shards\":[{\"shard\":0,\"leader_node_id\":1}]}\n");
    }

    @Test
    void removeNamesTheNode() {
        fila.broker().pretendCluster(2);

        assertThat(fila.run("cluster", "remove", "3")).isEqualTo("Removed node 3.\n");
        assertThat(fila.run("cluster", "remove", "3", "--output", "json")).isEqualTo("{\"node_id\":3}\n");
    }

    @Test
    void severalNodesAreTriedInTurn() {
        String nobody = "127.0.0.1:1";

        assertThat(fila.run(
                        "queue", "list", "--addr", nobody + "," + fila.broker().address()))
                .isEqualTo("No queues found.\n");
    }
}
