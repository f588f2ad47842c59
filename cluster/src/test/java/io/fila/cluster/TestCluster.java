package io.fila.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.core.journal.Journal;
import io.fila.core.record.ConfigChanged;
import io.fila.core.record.Record;
import io.fila.core.replication.LostLeadException;
import io.fila.core.runtime.Clock;
import io.fila.storage.StorageSettings;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Up to five nodes in this process, each with a directory of its own. */
final class TestCluster implements AutoCloseable {
    private static final Duration ELECTION = Duration.ofMillis(400);
    private static final int MOST = 5;

    private final Path home;
    private final LogLimits limits;
    private int shards;
    private int copies = 3;
    private final NodeAddress[] addresses = new NodeAddress[MOST];
    private final @Nullable TestNode[] nodes = new TestNode[MOST];
    private final StorageSettings[] storage = new StorageSettings[MOST];
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    TestCluster(Path home, LogLimits limits) throws IOException {
        this(home, limits, 1);
    }

    TestCluster(Path home, LogLimits limits, int shards) throws IOException {
        this.home = home;
        this.limits = limits;
        this.shards = shards;
        for (int i = 0; i < addresses.length; i++) {
            addresses[i] = new NodeAddress("127.0.0.1", freePort());
            storage[i] = StorageSettings.defaults();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** A node that runs, and the terms it leads, if it does. */
    static final class TestNode implements ClusterNode.Listening {
        private final Map<Integer, Long> terms = new ConcurrentHashMap<>();
        private @Nullable ClusterNode node;

        @Override
        public void shards(int count) {}

        @Override
        public void settled() {}

        @Override
        public void begins(Shard shard, long newTerm) {
            terms.put(shard.number(), newTerm);
        }

        @Override
        public void ends(Shard shard) {
            terms.remove(shard.number());
        }

        @Override
        public void leaderChanged() {}

        /** Says who answers. */
        @Override
        public byte[] asked(Shard shard, byte[] question) {
            return (new String(question, UTF_8) + " of shard " + shard.number() + ", led here: " + leads())
                    .getBytes(UTF_8);
        }

        ClusterNode node() {
            if (node == null) {
                throw new IllegalStateException("Expected a node that has started.");
            }
            return node;
        }

        /** The first shard. */
        Shard shard() {
            return shard(0);
        }

        Shard shard(int number) {
            return node().shards().get(number);
        }

        int members() {
            return node().shards().stream().mapToInt(Shard::members).min().orElse(0);
        }

        /** The shards that it leads. */
        Set<Integer> leads() {
            return terms.keySet();
        }

        long term() {
            return term(0);
        }

        long term(int shard) {
            return terms.getOrDefault(shard, 0L);
        }

        /** A journal of the term it leads. */
        Journal journal() {
            return journal(0);
        }

        Journal journal(int shard) {
            Clock clock = shard(shard).beginClock();
            return shard(shard).journal(term(shard), clock);
        }

        void set(String key, String value) {
            set(0, key, value);
        }

        void set(int shard, String key, String value) {
            Commit.of(journal(shard), new ConfigChanged(key, value));
        }

        /** Every setting that this node's own copy has. */
        Map<String, String> settings() {
            return settings(0);
        }

        Map<String, String> settings(int shard) {
            Map<String, String> settings = new TreeMap<>();
            for (Record known : records(shard)) {
                if (known instanceof ConfigChanged setting && setting.value() != null) {
                    settings.put(setting.key(), setting.value());
                }
            }
            return settings;
        }

        List<Record> records() {
            return records(0);
        }

        private List<Record> records(int shard) {
            List<Record> records = new ArrayList<>();
            journal(shard).recover(records::add);
            return records;
        }
    }

    Path directory(int number) {
        return home.resolve("node" + number);
    }

    NodeAddress clientAddress(int number) {
        return new NodeAddress("127.0.0.1", 40_000 + number);
    }

    /** Starts a node, the first alone and the others by way of the first. */
    TestNode start(int number) {
        List<NodeAddress> peers = number == 1 ? List.of() : List.of(addresses[0]);
        return start(number, peers);
    }

    TestNode start(int number, List<NodeAddress> peers) {
        return startAs(number, number, peers);
    }

    /** Starts a node that takes itself for another. */
    TestNode startAs(int claimed, int number, List<NodeAddress> peers) {
        ClusterSettings settings = new ClusterSettings(
                claimed, addresses[number - 1], peers, ELECTION, ELECTION.dividedBy(4), shards, copies, null);
        TestNode started = new TestNode();
        started.node = ClusterNode.start(
                settings,
                limits,
                directory(number),
                storage[number - 1],
                clientAddress(number),
                started,
                failures::add,
                sentence -> {});
        nodes[number - 1] = started;
        return started;
    }

    /** What a node that starts later is told about how many shards there are. */
    void configure(int count) {
        shards = count;
    }

    /** What a node that starts later is told about how many copies there should be. */
    void copies(int count) {
        copies = count;
    }

    /** What a node that starts later is told about storage. */
    void store(int number, StorageSettings settings) {
        storage[number - 1] = settings;
    }

    void stop(int number) {
        TestNode running = nodes[number - 1];
        if (running != null) {
            running.node().close();
            nodes[number - 1] = null;
        }
    }

    NodeAddress address(int number) {
        return addresses[number - 1];
    }

    TestNode node(int number) {
        TestNode running = nodes[number - 1];
        if (running == null) {
            throw new IllegalStateException("Expected node " + number + " to run.");
        }
        return running;
    }

    List<TestNode> running() {
        List<TestNode> running = new ArrayList<>();
        for (TestNode each : nodes) {
            if (each != null) {
                running.add(each);
            }
        }
        return running;
    }

    int numberOf(TestNode wanted) {
        for (int i = 0; i < nodes.length; i++) {
            if (wanted.equals(nodes[i])) {
                return i + 1;
            }
        }
        throw new IllegalStateException("Expected a node that runs.");
    }

    TestNode awaitLeader() {
        await().atMost(20, SECONDS).until(() -> running().stream().anyMatch(each -> each.term() > 0));
        return running().stream().filter(each -> each.term() > 0).findFirst().orElseThrow();
    }

    TestNode awaitLeader(int shard) {
        await().atMost(20, SECONDS).until(() -> running().stream().anyMatch(each -> each.term(shard) > 0));
        return running().stream()
                .filter(each -> each.term(shard) > 0)
                .findFirst()
                .orElseThrow();
    }

    /** Waits until the cluster has so many members, and one of them leads. */
    TestNode awaitMembers(int count) {
        await().atMost(20, SECONDS).until(() -> running().stream().allMatch(each -> each.members() == count));
        return awaitLeader();
    }

    /** Starts all, the first last. */
    TestNode startThree() {
        start(2);
        start(3);
        start(1);
        return awaitMembers(3);
    }

    /** Leads may be moved to spread them: whoever loses one while it commits is asked again, as a client would. */
    void set(int shard, String key, String value) {
        await().atMost(30, SECONDS)
                .ignoreException(LostLeadException.class)
                .untilAsserted(() -> awaitLeader(shard).set(shard, key, value));
    }

    /** Waits until the copies of all nodes that run have a setting. */
    void awaitEverywhere(String key, String value) {
        awaitEverywhere(0, key, value);
    }

    void awaitEverywhere(int shard, String key, String value) {
        // A copy that is just being replaced can't be read.
        await().atMost(20, SECONDS)
                .ignoreExceptionsInstanceOf(StorageException.class)
                .untilAsserted(() -> assertThat(running())
                        .allSatisfy(each -> assertThat(each.settings(shard)).containsEntry(key, value)));
    }

    List<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() {
        for (int number = MOST; number > 0; number--) {
            stop(number);
        }
    }
}
