package io.fila.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.ratis.protocol.RaftPeerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a node does now and then for a shard; the one that leads it looks after the others. One thread. */
final class Upkeep {
    private static final Logger log = LoggerFactory.getLogger(Upkeep.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    /** Elections that would fit into a pause: where they are short, so is this. */
    private static final int ELECTIONS = 4;

    private final Supplier<@Nullable GroupPeer> peer;
    private final ClientAddresses clientAddresses;
    private final Supplier<@Nullable ShardCopy> copy;
    private final Reports reports;
    private final DiskGuard disk;
    private final Operations operations;
    private final Runnable tellTime;
    private final Closing closing;
    private final Watchdog watchdog = new Watchdog();

    /** @param tellTime lets followers know the time: one that has just come back in a quiet hour has nothing else to know it by */
    Upkeep(
            Supplier<@Nullable GroupPeer> peer,
            ClientAddresses clientAddresses,
            Supplier<@Nullable ShardCopy> copy,
            Reports reports,
            DiskGuard disk,
            Operations operations,
            Runnable tellTime,
            Closing closing) {
        this.peer = peer;
        this.clientAddresses = clientAddresses;
        this.copy = copy;
        this.reports = reports;
        this.disk = disk;
        this.operations = operations;
        this.tellTime = tellTime;
        this.closing = closing;
    }

    void runUntilClosed(Duration electionTimeout) {
        Duration some = electionTimeout.multipliedBy(ELECTIONS);
        Duration pause = some.compareTo(LONGEST_PAUSE) < 0 ? some : LONGEST_PAUSE;
        while (!closing.hasBegun()) {
            closing.pause(pause);
            try {
                if (!closing.hasBegun()) {
                    run();
                }
            } catch (IOException | RuntimeException failure) {
                log.warn("A periodic check failed and is repeated: {}", failure.getMessage());
            }
        }
        reports.forget();
    }

    private void run() throws IOException {
        ShardCopy own = copy.get();
        GroupPeer group = peer.get();
        if (own == null || group == null) {
            lookAfterNobody();
            return;
        }
        own.copies().dropForgotten();
        own.store().beginPersisting();
        clientAddresses.ask(group);
        tellTime.run();
        if (group.leads()) {
            lookAfter(group);
        } else {
            lookAfterNobody();
        }
    }

    private void lookAfterNobody() {
        reports.forget();
        watchdog.forget();
    }

    private void lookAfter(GroupPeer group) {
        long committed = group.committed();
        Map<RaftPeerId, Long> matched = group.matched();
        reports.ask(group);
        Map<RaftPeerId, Progress> latest = reports.latest();
        Set<Integer> unserved = watchdog.look(committed, matched, latest).stream()
                .map(NodeIdentity::nodeOf)
                .collect(Collectors.toUnmodifiableSet());
        if (!unserved.isEmpty()) {
            log.warn(
                    "Nodes {} answer, but their logs do not grow; another node takes the lead to serve them.",
                    unserved);
            watchdog.forget();
            operations.leadElsewhere(unserved);
        } else if (disk.isLow()) {
            operations.leadElsewhereIfPossible(reports.low());
        }
    }
}
