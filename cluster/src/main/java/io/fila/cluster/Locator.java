package io.fila.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out where the shards are of which a node has no copy, so that it can pass calls on to their leaders. The node that leads is
 * asked again and again whether it still does; once it does not, or is silent, so are others. One thread.
 */
final class Locator {
    private static final Logger log = LoggerFactory.getLogger(Locator.class);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(250);

    /** Looks in the time that an election takes. */
    private static final int LOOKS = 4;

    private final List<Shard> shards;
    private final Closing closing;
    private final PartCalls calls;

    /** Nodes that did not answer when they were last asked: they come last. */
    private final Set<RaftPeerId> silent = new HashSet<>();

    Locator(List<Shard> shards, Shared shared) {
        this.shards = shards;
        this.closing = shared.closing();
        this.calls = new PartCalls(
                shared.calls(), shared.clientAddresses(), shared.settings().electionTimeout());
    }

    void runUntilClosed(Duration electionTimeout) {
        Duration part = electionTimeout.dividedBy(LOOKS);
        Duration pause = part.compareTo(LONGEST_PAUSE) < 0 ? part : LONGEST_PAUSE;
        while (shards.size() > 1 && !closing.hasBegun()) {
            closing.pause(pause);
            try {
                if (!closing.hasBegun()) {
                    look();
                }
            } catch (RuntimeException failure) {
                log.warn("The leaders of shards could not be found: {}", failure.getMessage());
            }
        }
        calls.close();
    }

    private void look() {
        GroupPeer first = shards.getFirst().peer();
        List<Shard> away = new ArrayList<>();
        for (Shard shard : shards.subList(1, shards.size())) {
            if (shard.isHere()) {
                shard.locate(null);
            } else {
                away.add(shard);
            }
        }
        if (first == null || away.isEmpty()) {
            calls.close();
            return;
        }
        List<Part.OfNode> told = ask(first, away);
        for (Shard shard : away) {
            Part best = best(shard.number(), told);
            // Who last led is as good a guess as any while nobody answers; and the shard may have come here meanwhile.
            if (best != null && !shard.isHere()) {
                shard.locate(new Shard.Whereabouts(best.leader(), best.term(), best.members()));
            }
        }
    }

    /** Asks nodes until of each shard the one that leads it has answered, or all have been asked. */
    private List<Part.OfNode> ask(GroupPeer first, List<Shard> away) {
        List<Part.OfNode> told = new ArrayList<>();
        calls.keepOnly(first.members());
        for (RaftPeer node : order(first, away)) {
            if (closing.hasBegun() || away.stream().allMatch(shard -> leads(shard.number(), told))) {
                break;
            }
            Part.OfNode answer = calls.ask(first.groupId(), node);
            if (answer == null) {
                silent.add(node.getId());
            } else {
                silent.remove(node.getId());
                told.add(answer);
            }
        }
        return told;
    }

    /** Those first that led when they were last asked, and those last that said nothing. */
    private Collection<RaftPeer> order(GroupPeer first, List<Shard> away) {
        Set<RaftPeer> order = new LinkedHashSet<>();
        List<RaftPeer> nodes = first.members().stream()
                .filter(each -> !each.getId().equals(first.self()))
                .toList();
        for (Shard shard : away) {
            Shard.Whereabouts known = shard.elsewhere();
            if (known != null
                    && known.leader() != null
                    && nodes.contains(known.leader())
                    && !silent.contains(known.leader().getId())) {
                order.add(known.leader());
            }
        }
        nodes.stream().filter(each -> !silent.contains(each.getId())).forEach(order::add);
        order.addAll(nodes);
        return order;
    }

    private static boolean leads(int shard, List<Part.OfNode> told) {
        Part best = best(shard, told);
        return best != null && best.leads();
    }

    /** What the node says that leads; or of those that follow, the one that knows of the latest term. */
    static @Nullable Part best(int shard, List<Part.OfNode> told) {
        Part best = null;
        for (Part.OfNode node : told) {
            Part part = node.shard(shard);
            if (part != null && !part.members().isEmpty() && (best == null || isBetter(part, best))) {
                best = part;
            }
        }
        return best;
    }

    private static boolean isBetter(Part part, Part than) {
        if (part.leads() != than.leads()) {
            return part.leads();
        }
        return part.term() > than.term() || (part.term() == than.term() && than.leader() == null);
    }
}
