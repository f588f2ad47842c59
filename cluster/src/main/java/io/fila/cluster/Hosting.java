package io.fila.cluster;

import io.fila.core.replication.LogPosition;
import io.fila.storage.ReplicaStore;
import io.fila.storage.StorageSettings;
import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The copies that a node has of shards: it takes some, and gives some up. Any thread. */
final class Hosting implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Hosting.class);

    /** How recently a follower has answered that is in sync, in election timeouts. */
    private static final int ANSWERS_WITHIN = 2;

    private final Shared shared;
    private final Path logs;
    private final Holdings holdings;
    private final StorageSettings storage;
    private final long retainedBytes;
    private final Supplier<@Nullable Engine> engine;
    private final Consumer<String> reports;
    private final Runnable onNodeRemoved;

    /** Of the first shard, which is open before it is known how many there are. Under the lock. */
    private @Nullable ReplicaStore first;

    private volatile List<Shard> shards = List.of();

    /** How often this node was asked to take a shard. Written under the lock. */
    private volatile int taken;

    /**
     * @param logs where the engine has a directory for each group
     * @param retainedBytes of the logs of all shards
     * @param engine null until it has begun
     * @param onNodeRemoved told that this node is no member of the cluster any more
     */
    Hosting(
            Shared shared,
            Path logs,
            StorageSettings storage,
            long retainedBytes,
            Supplier<@Nullable Engine> engine,
            Consumer<String> reports,
            Runnable onNodeRemoved) {
        this.shared = shared;
        this.logs = logs;
        this.holdings = new Holdings(shared.directory());
        this.storage = storage;
        this.retainedBytes = retainedBytes;
        this.engine = engine;
        this.reports = reports;
        this.onNodeRemoved = onNodeRemoved;
    }

    /**
     * Opens the copy that every node has.
     *
     * @param count how many shards there are, as far as that is known
     */
    synchronized void openFirst(int count) throws IOException {
        first = store(0, count);
    }

    private ReplicaStore store(int shard, int count) throws IOException {
        Path directory = Shard.directory(shared.directory(), shard);
        Files.createDirectories(directory);
        return ReplicaStore.open(directory, Shard.share(storage, count), () -> {}, reports);
    }

    /**
     * Opens the copies of shards that this node has; what it has given up and could not delete goes now.
     *
     * @param wanted those that it is to begin with, if it has not yet
     */
    synchronized void open(List<Shard> all, NodeIdentity identity, Set<Integer> wanted) throws IOException {
        shards = all;
        for (int shard : holdings.givenUp()) {
            DirectoryTree.delete(GroupDirectories.of(logs, identity.groupId(shard)));
            DirectoryTree.delete(Shard.directory(shared.directory(), shard));
        }
        for (Shard shard : all) {
            boolean isThere = Files.isDirectory(GroupDirectories.of(logs, identity.groupId(shard.number())));
            if (isThere || wanted.contains(shard.number())) {
                open(shard);
            } else {
                shard.forgetCopy();
            }
        }
    }

    private void open(Shard shard) throws IOException {
        int number = shard.number();
        ReplicaStore known = first;
        ReplicaStore store = number == 0 && known != null ? known : store(number, shards.size());
        try {
            shard.open(
                    new ShardCopy(store, retainedBytes / shards.size(), Shard.directory(shared.directory(), number)));
        } catch (IOException | RuntimeException failure) {
            store.close();
            throw failure;
        }
    }

    /**
     * Gets ready to be sent the log of a shard.
     *
     * @throws IOException if this node can't, or must not, because it has had the shard before
     */
    synchronized void take(int number) throws IOException {
        Shard shard = shard(number);
        Engine begun = engine.get();
        if (begun == null || shared.closing().hasBegun()) {
            throw new IOException("this node is starting or stopping");
        }
        if (holdings.givenUp().contains(number)) {
            throw new IOException(
                    "this node has given shard " + number + " up; it takes it back only with an empty data directory");
        }
        taken++;
        if (shard.copy() == null) {
            log.info("This node gets a copy of shard {}.", number);
            open(shard);
        }
        begun.begin(number, List.of());
    }

    private Shard shard(int number) throws IOException {
        List<Shard> all = shards;
        if (number < 0 || number >= all.size()) {
            throw new IOException("there is no shard " + number);
        }
        return all.get(number);
    }

    /** Gives a shard up if its leader says that this node is no member. */
    void giveUpIfNoMember(int number) throws IOException {
        Engine begun = engine.get();
        if (begun == null || number == 0) {
            throw new IOException("this node does not know who leads shard " + number);
        }
        int before = taken;
        if (!isMember(shard(number), begun)) {
            giveUp(number, before);
        }
    }

    /** Not if it has been asked to take a shard meanwhile: it may be a member by now. */
    private synchronized void giveUp(int number, int takenBefore) throws IOException {
        if (taken == takenBefore) {
            giveUp(number);
        }
    }

    /** As the node says that leads the shard, whichever that is: all are asked. */
    private boolean isMember(Shard shard, Engine begun) throws IOException {
        RaftPeerId self = begun.identity().peerId();
        RaftGroupId group = begun.group(shard.number()).groupId();
        for (RaftPeer node : begun.group(0).members()) {
            if (!node.getId().equals(self)) {
                try (NodeCalls.Conversation conversation = shared.calls().with(node, group)) {
                    return conversation.ask(new Question.IsMember(self)).byteAt(0) != 0;
                } catch (IOException doesNotLead) {
                    log.debug("{} does not say who is a member of shard {}.", node, shard.number(), doesNotLead);
                }
            }
        }
        throw new IOException("no node says that it leads shard " + shard.number());
    }

    /**
     * The engine has ended this node's part in a shard, because it stood for election and either a leader said that it is no member,
     * or its own log has a change without it. That change may not have been agreed on: until the node that leads says otherwise it is
     * a member, and takes part again. Waits for other nodes, and until it is clear what it is.
     */
    void ended(int number) {
        Duration pause = shared.settings().electionTimeout();
        boolean takesPart = false;
        while (!shared.closing().hasBegun()) {
            try {
                Engine begun = engine.get();
                if (begun != null && !isMember(shard(number), begun)) {
                    leave(number);
                    return;
                }
            } catch (IOException | RuntimeException notKnown) {
                log.debug("It is not known whether this node is a member of shard {}.", number, notKnown);
            }
            try {
                if (takesPart && isSettled(number)) {
                    return;
                }
                if (!takesPart) {
                    takePartAgain(number);
                    takesPart = true;
                }
            } catch (IOException | RuntimeException failure) {
                log.warn("This node could not take part in shard {} again: {}", number, failure.getMessage());
            }
            shared.closing().pause(pause);
        }
    }

    /** Whether it takes part like any other, or not at all. Otherwise it will not stand for election, and nobody tells it what it is. */
    private boolean isSettled(int number) throws IOException {
        Engine begun = engine.get();
        return shard(number).copy() == null
                || (begun != null && begun.group(number).isRunning());
    }

    /** Of the first shard means of the cluster. A removal takes a node out of that one last. */
    private void leave(int number) throws IOException {
        if (number == 0) {
            onNodeRemoved.run();
        } else {
            giveUp(number);
        }
    }

    private synchronized void takePartAgain(int number) throws IOException {
        Engine begun = engine.get();
        ShardCopy copy = shard(number).copy();
        if (copy == null || shared.closing().hasBegun()) {
            return;
        }
        if (begun == null) {
            throw new IOException("this node is starting");
        }
        log.info("This node takes part in shard {} again: nobody who leads says that it is no member.", number);
        begun.end(number);
        // What was applied is not applied again.
        LogPosition _ = copy.store().persist();
        begun.begin(number, List.of());
    }

    /**
     * Deletes what this node has of a shard of which it is no member any more. If that was wrong, it is as if its disk had been lost:
     * nobody hears of it again under this name.
     */
    synchronized void giveUp(int number) throws IOException {
        Shard shard = shard(number);
        ShardCopy copy = shard.copy();
        Engine begun = engine.get();
        if (copy == null || begun == null || number == 0 || shared.closing().hasBegun()) {
            return;
        }
        log.info("This node gives up its copy of shard {}.", number);
        shared.listening().ends(shard);
        // Whoever has not even heard of a term has neither confirmed anything nor voted, and may take the shard later.
        boolean hasHeard = begun.group(number).term() > 0;
        begun.end(number);
        shard.forgetCopy();
        try (ReplicaStore _ = copy.store()) {
            if (hasHeard || GroupDirectories.hasBegun(logs, begun.identity().groupId(number))) {
                holdings.noteGivenUp(number);
            }
            DirectoryTree.delete(GroupDirectories.of(logs, begun.identity().groupId(number)));
        }
        DirectoryTree.delete(Shard.directory(shared.directory(), number));
    }

    /** A peer is no member of the cluster any more; it may have been another at this address. */
    void nodeRemoved(RaftPeerId removed) {
        Engine begun = engine.get();
        if (begun != null && begun.identity().peerId().equals(removed)) {
            onNodeRemoved.run();
        }
    }

    /** Notes which logs there are; false if one has not begun yet. */
    boolean noteBegun(NodeIdentity identity) throws IOException {
        Set<Integer> begun = new TreeSet<>();
        boolean all = true;
        for (Shard shard : shards) {
            if (shard.copy() != null) {
                boolean has = GroupDirectories.hasBegun(logs, identity.groupId(shard.number()));
                all &= has;
                if (has) {
                    begun.add(shard.number());
                }
            }
        }
        // A founding is noted when it is complete: what is missing before is begun again.
        if (all || holdings.hasBegun()) {
            holdings.noteBegun(begun, identity.shards());
        }
        return all;
    }

    /** What this node has to do with all shards. */
    Part.OfNode parts() throws IOException {
        List<Part> parts = new ArrayList<>();
        Engine begun = engine.get();
        if (begun == null) {
            throw new IOException("this node is starting");
        }
        Set<Integer> givenUp = holdings.givenUp();
        for (Shard shard : shards) {
            parts.add(part(shard, begun, givenUp.contains(shard.number())));
        }
        boolean takesMore = !shared.disk().isLow() && !shared.closing().isAnnounced();
        return new Part.OfNode(shared.clientAddress(), takesMore, parts);
    }

    private Part part(Shard shard, Engine begun, boolean isGivenUp) throws IOException {
        GroupPeer peer = begun.group(shard.number());
        if (isGivenUp || shard.copy() == null) {
            return new Part(isGivenUp ? Part.State.GIVEN_UP : Part.State.NONE, false, 0, null, List.of(), Set.of());
        }
        boolean has = GroupDirectories.hasBegun(logs, peer.groupId());
        boolean leads = peer.leads();
        return new Part(
                has ? Part.State.HELD : Part.State.EMPTY,
                leads,
                peer.term(),
                peer.member(peer.leader()),
                List.copyOf(peer.members()),
                leads ? peer.inSync(shared.settings().electionTimeout().multipliedBy(ANSWERS_WITHIN)) : Set.of());
    }

    @Override
    public synchronized void close() {
        List<ReplicaStore> open = new ArrayList<>();
        if (first != null) {
            open.add(first);
        }
        for (Shard shard : shards) {
            ShardCopy copy = shard.copy();
            if (copy != null && shard.number() > 0) {
                open.add(copy.store());
            }
        }
        open.forEach(ReplicaStore::close);
    }
}
