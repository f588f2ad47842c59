package io.fila.cluster;

import io.fila.core.reply.Refusal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts copies of shards where they are to be, one at a time, on the node that leads the first shard. Nothing is remembered: who the
 * members of a shard are is in its log, and each node knows what it has given up. A step must be the same at looks an election timeout
 * apart, because nodes that come take copies by themselves. One thread, and whoever removes a node.
 */
final class Placer {
    private static final Logger log = LoggerFactory.getLogger(Placer.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    /** Pauses for which a node has a copy of a shard of which it is no member before it is told to delete it: it may be about to join. */
    private static final int IDLE_PAUSES = 30;

    /** For how long copies of what a node has that is to be removed are made elsewhere while the operator waits, who does not for long. */
    private static final Duration PATIENCE = Duration.ofSeconds(7);

    /** For how long it counts as leaving after that: an operator who was told to try again does. */
    private static final Duration LEAVING = Duration.ofMinutes(10);

    private final List<Shard> shards;
    private final Hosting hosting;
    private final Shared shared;
    private final int wanted;
    private final Duration pause;
    private final PartCalls calls;

    private final ReentrantLock lock = new ReentrantLock();

    // Under the lock.
    private Placement.@Nullable Step before;
    private long beforeNanos;

    /** Nodes that are to be removed, and until when they count as such. */
    private final Map<RaftPeerId, Long> leavingUntilNanos = new HashMap<>();

    private Set<Integer> lacking = Set.of();
    private Set<Integer> toldLacking = Set.of();

    /**
     * What is there.
     *
     * @param peers the nodes of the cluster, by number
     * @param copies of all shards but the first
     * @param groups those shards as their leaders know them
     * @param allHeard whether every node has answered
     */
    private record Look(
            Map<Integer, RaftPeer> peers,
            List<Placement.Copies> copies,
            Map<Integer, RaftGroup> groups,
            boolean allHeard) {}

    Placer(List<Shard> shards, Hosting hosting, Shared shared) {
        Duration election = shared.settings().electionTimeout();
        this.shards = shards;
        this.hosting = hosting;
        this.shared = shared;
        this.wanted = shared.settings().copies();
        this.pause = election.compareTo(LONGEST_PAUSE) < 0 ? election : LONGEST_PAUSE;
        this.calls = new PartCalls(shared.calls(), shared.clientAddresses(), election);
    }

    void runUntilClosed() {
        while (shards.size() > 1 && !shared.closing().hasBegun()) {
            shared.closing().pause(pause);
            try {
                if (!shared.closing().hasBegun()) {
                    lock.lock();
                    try {
                        placeOne();
                    } finally {
                        lock.unlock();
                    }
                }
            } catch (OperationRefused notNow) {
                log.info("A copy is not moved yet: {}", notNow.getMessage());
            } catch (IOException | RuntimeException failure) {
                log.warn("A copy could not be moved; trying again: {}", failure.getMessage());
            }
        }
        calls.close();
    }

    private void placeOne() throws IOException, OperationRefused {
        if (!shards.getFirst().isLedHere() || isEverywhere()) {
            calls.close();
            before = null;
            return;
        }
        Look look = look();
        Placement.Step step =
                look == null ? null : Placement.step(staying(look), wanted, look.copies(), look.allHeard());
        long now = System.nanoTime();
        if (look == null || step == null || !step.equals(before)) {
            before = step;
            beforeNanos = now;
        } else if (now - beforeNanos >= pause.toNanos() * (step instanceof Placement.Step.GiveUp ? IDLE_PAUSES : 1)) {
            before = null;
            carryOut(step, look);
        }
        if (look != null) {
            tellOfLacking(look);
        }
    }

    /** Whether every node has everything and should: then nobody needs to be asked. */
    private boolean isEverywhere() {
        GroupPeer first = shards.getFirst().peer();
        Set<RaftPeer> nodes = first == null ? Set.of() : Set.copyOf(first.members());
        return !nodes.isEmpty()
                && nodes.size() <= wanted
                && shards.stream().allMatch(shard -> {
                    GroupPeer peer = shard.peer();
                    return peer != null && nodes.equals(Set.copyOf(peer.members()));
                });
    }

    /** Null while it is not known where everything is. */
    private @Nullable Look look() throws IOException {
        Shard firstShard = shards.getFirst();
        GroupPeer first = firstShard.peer();
        if (first == null) {
            return null;
        }
        long term = first.term();
        Map<RaftPeerId, Part.OfNode> told = ask(first);
        // Only after that: whoever was a member of a shard then, and is one of the cluster, was so before.
        if (!firstShard.catchUp() || !first.leads(term)) {
            return null;
        }
        Map<Integer, RaftPeer> peers = new HashMap<>();
        first.members().forEach(peer -> peers.put(NodeIdentity.nodeOf(peer.getId()), peer));
        List<Placement.Copies> copies = new ArrayList<>();
        Map<Integer, RaftGroup> groups = new HashMap<>();
        for (Shard shard : shards.subList(1, shards.size())) {
            Part leading = Locator.best(shard.number(), List.copyOf(told.values()));
            GroupPeer peer = shard.peer();
            if (leading == null || !leading.leads() || leading.leader() == null || peer == null) {
                return null;
            }
            copies.add(copies(shard.number(), leading, peers, told));
            groups.put(shard.number(), RaftGroup.valueOf(peer.groupId(), leading.members()));
        }
        return new Look(
                peers,
                copies,
                groups,
                told.keySet()
                        .containsAll(
                                peers.values().stream().map(RaftPeer::getId).toList()));
    }

    private Map<RaftPeerId, Part.OfNode> ask(GroupPeer first) throws IOException {
        Map<RaftPeerId, Part.OfNode> told = new HashMap<>();
        calls.keepOnly(first.members());
        for (RaftPeer node : first.members()) {
            Part.OfNode parts = node.getId().equals(first.self()) ? hosting.parts() : calls.ask(first.groupId(), node);
            if (parts != null) {
                told.put(node.getId(), parts);
            }
        }
        return told;
    }

    private static Placement.Copies copies(
            int number, Part leading, Map<Integer, RaftPeer> peers, Map<RaftPeerId, Part.OfNode> told) {
        Set<Integer> holders = new TreeSet<>();
        Set<Integer> inSync = new TreeSet<>();
        Set<Integer> able = new TreeSet<>();
        Set<Integer> first = new TreeSet<>();
        Set<Integer> idle = new TreeSet<>();
        peers.forEach((node, peer) -> {
            Part.OfNode all = told.get(peer.getId());
            Part part = all == null ? null : all.shard(number);
            Part.State state = part == null ? null : part.state();
            if (leading.isMember(peer.getId()) && state != Part.State.GIVEN_UP) {
                holders.add(node);
                if (leading.inSync().contains(peer.getId())) {
                    inSync.add(node);
                }
            } else if (all != null && part != null && state != Part.State.GIVEN_UP) {
                if (all.takesMore()) {
                    able.add(node);
                }
                if (state != Part.State.NONE) {
                    idle.add(node);
                }
                boolean hadItBefore =
                        leading.members().stream().anyMatch(each -> NodeIdentity.nodeOf(each.getId()) == node);
                if (state == Part.State.HELD || hadItBefore) {
                    first.add(node);
                }
            }
        });
        int leader = leading.leader() == null
                ? 0
                : NodeIdentity.nodeOf(leading.leader().getId());
        boolean hasGone = leading.members().size() > holders.size();
        return new Placement.Copies(number, leader, holders, inSync, able, first, hasGone, idle);
    }

    private Set<Integer> staying(Look look) {
        leavingUntilNanos.values().removeIf(until -> System.nanoTime() - until >= 0);
        return look.peers().entrySet().stream()
                .filter(node -> !leavingUntilNanos.containsKey(node.getValue().getId()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private void tellOfLacking(Look look) {
        Set<Integer> now = look.copies().stream()
                .filter(shard -> Placement.lacks(staying(look), wanted, shard))
                .map(Placement.Copies::shard)
                .collect(Collectors.toCollection(TreeSet::new));
        // Not at the first look: a node that has just started may not answer yet.
        if (now.equals(lacking) && !now.equals(toldLacking) && !now.isEmpty()) {
            log.warn(
                    "Shards {} have fewer copies than cluster.replication_factor = {} asks for, and there is no node that can"
                            + " take one: those that are left have given theirs up, have too little room, or do not answer. A"
                            + " node that gave a shard up can take it again after it is started with an empty data"
                            + " directory.",
                    now,
                    wanted);
        }
        toldLacking = now.equals(lacking) ? now : toldLacking;
        lacking = now;
    }

    // ---- steps ----

    private void carryOut(Placement.Step step, Look look) throws IOException, OperationRefused {
        RaftGroup group = look.groups().get(step.shard());
        if (group == null) {
            return;
        }
        switch (step) {
            case Placement.Step.Add add -> add(add, group, look);
            case Placement.Step.Drop drop -> drop(drop, group, look);
            case Placement.Step.Forget forget -> forget(group, look, forget.shard());
            case Placement.Step.GiveUp giveUp ->
                ask(look.peers().get(giveUp.nodeId()), new Question.GiveUp(giveUp.shard()));
        }
    }

    private void add(Placement.Step.Add add, RaftGroup group, Look look) throws IOException {
        RaftPeer peer = look.peers().get(add.nodeId());
        if (peer == null) {
            return;
        }
        log.info("Node {} gets a copy of shard {}.", add.nodeId(), add.shard());
        ask(peer, new Question.Take(add.shard()));
        List<RaftPeer> members = new ArrayList<>();
        for (RaftPeer other : group.getPeers()) {
            // What a node was before it lost its data is no more.
            if (NodeIdentity.nodeOf(other.getId()) != add.nodeId()) {
                members.add(other);
            }
        }
        members.add(peer);
        shared.calls().change(group, members);
    }

    private void drop(Placement.Step.Drop drop, RaftGroup group, Look look) throws IOException, OperationRefused {
        Refusal refusal = shards.get(drop.shard()).leave(drop.nodeId(), false);
        if (refusal != null) {
            throw new OperationRefused(refusal);
        }
        log.info("Node {} gives up its copy of shard {}: there is one too many.", drop.nodeId(), drop.shard());
        // Another node may lead the first shard by now and have dropped a copy: then the group is not what it was.
        shared.calls()
                .change(
                        group,
                        group.getPeers().stream()
                                .filter(each -> NodeIdentity.nodeOf(each.getId()) != drop.nodeId())
                                .toList());
        try {
            ask(look.peers().get(drop.nodeId()), new Question.GiveUp(drop.shard()));
        } catch (IOException | RuntimeException notHeard) {
            // The engine tells it too, or it is told later.
            log.debug("Node {} does not know yet that it has a copy less.", drop.nodeId(), notHeard);
        }
    }

    /** Takes those out that are no nodes of the cluster any more, or that have given the shard up. */
    private void forget(RaftGroup group, Look look, int number) throws IOException {
        Set<Integer> holders = look.copies().stream()
                .filter(each -> each.shard() == number)
                .findFirst()
                .orElseThrow()
                .holders();
        List<RaftPeer> left = group.getPeers().stream()
                .filter(each -> holders.contains(NodeIdentity.nodeOf(each.getId()))
                        && each.equals(look.peers().get(NodeIdentity.nodeOf(each.getId()))))
                .toList();
        log.info("Shard {} drops members that are gone; those left are {}.", number, left);
        shared.calls().change(group, left);
    }

    private void ask(@Nullable RaftPeer node, Question question) throws IOException {
        GroupPeer first = shards.getFirst().peer();
        if (node == null || first == null) {
            throw new IOException("the node has left");
        }
        try (NodeCalls.Conversation conversation = shared.calls().with(node, first.groupId())) {
            var _ = conversation.ask(question);
        }
    }

    // ---- a node that is to be removed ----

    /**
     * Makes sure that there are copies elsewhere of what a node has, as far as other nodes can take them. From now on the node counts as
     * one that leaves.
     */
    void replaceCopiesOf(RaftPeer node) throws OperationRefused {
        if (!awaitLock()) {
            throw new OperationRefused(
                    Refusal.unavailable("Expected to look at the copies but one is being moved; try again."));
        }
        try {
            replaceUnderLock(node);
        } finally {
            lock.unlock();
        }
    }

    private boolean awaitLock() {
        try {
            return lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void replaceUnderLock(RaftPeer node) throws OperationRefused {
        int nodeId = NodeIdentity.nodeOf(node.getId());
        leavingUntilNanos.put(node.getId(), System.nanoTime() + LEAVING.toNanos());
        if (!shards.getFirst().isLedHere()) {
            throw new OperationRefused(
                    Refusal.unavailable("Expected to look at the copies but another node leads now; try again."));
        }
        if (shards.size() == 1 || isEverywhere()) {
            return;
        }
        Set<Placement.Step.Add> added = new HashSet<>();
        long begin = System.nanoTime();
        String trouble = "copies are being made";
        while (!shared.closing().hasBegun() && System.nanoTime() - begin < PATIENCE.toNanos()) {
            try {
                Look look = look();
                if (look == null) {
                    trouble = "a shard has no leader that answers";
                } else if (isReplaced(look, nodeId) && areInSync(added, look)) {
                    return;
                } else if (Placement.step(staying(look), wanted, look.copies(), look.allHeard())
                        instanceof Placement.Step.Add add) {
                    carryOut(add, look);
                    added.add(add);
                }
            } catch (IOException | RuntimeException failure) {
                log.debug("A copy could not be made.", failure);
                trouble = String.valueOf(failure.getMessage());
            }
            shared.closing().pause(pause.dividedBy(2));
        }
        throw new OperationRefused(Refusal.unavailable("Expected other nodes to have what node " + nodeId
                + " has before it is removed but they do not yet (" + trouble + "); try again."));
    }

    private static boolean areInSync(Set<Placement.Step.Add> added, Look look) {
        return added.stream()
                .allMatch(each -> look.copies().stream()
                        .anyMatch(shard ->
                                shard.shard() == each.shard() && shard.inSync().contains(each.nodeId())));
    }

    /** Whether there are as many copies elsewhere as there should be, or can be, of what a node has. */
    private boolean isReplaced(Look look, int nodeId) throws OperationRefused {
        Set<Integer> staying = staying(look);
        int copies = Math.min(wanted, staying.size());
        for (Placement.Copies shard : look.copies()) {
            if (!shard.holders().contains(nodeId)) {
                continue;
            }
            Set<Integer> left = new TreeSet<>(shard.holders());
            left.retainAll(staying);
            boolean lacks = Placement.lacks(staying, wanted, shard);
            if (left.isEmpty() && lacks) {
                throw new OperationRefused(Refusal.failedPrecondition("Expected a node that can take shard "
                        + shard.shard() + " from node " + nodeId
                        + ", which has the only copy, but there is none; add a node first."));
            }
            if (left.size() < copies && !lacks) {
                return false;
            }
        }
        return true;
    }
}
