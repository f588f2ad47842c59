package io.fila.simulator.law;

import io.fila.core.broker.Broker;
import io.fila.core.broker.BrokerSettings;
import io.fila.core.broker.Snapshot;
import io.fila.core.journal.Page;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.schedule.Moment;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Every few turns a second broker is recovered from the journal: it must know what the first one knows. */
final class DiskMatchesMemory extends Law {
    private final Model model;
    private final FaultyJournal journal;
    private final BrokerSettings settings;
    private final int everyTurns;
    private long turns;

    DiskMatchesMemory(Model model, FaultyJournal journal, BrokerSettings settings, int everyTurns) {
        super("Memory rebuilt from the journal equals memory, and the journal holds each stored message once.");
        this.model = model;
        this.journal = journal;
        this.settings = settings;
        this.everyTurns = everyTurns;
    }

    @Override
    protected void turnEnds(Observation seen) {
        if (turns++ % everyTurns == 0) {
            Snapshot inMemory = seen.snapshot();
            Snapshot onDisk =
                    Broker.recover(settings, journal, model.nowNanos()).snapshot();
            require(
                    onDisk.queues().equals(inMemory.queues()),
                    () -> inMemory.queues().toString(),
                    () -> onDisk.queues());
            require(
                    onDisk.settings().equals(inMemory.settings()),
                    () -> inMemory.settings().toString(),
                    () -> onDisk.settings());
            require(onDisk.keys().equals(inMemory.keys()), () -> inMemory.keys().toString(), () -> onDisk.keys());
            compareBuckets(inMemory, onDisk);
            auditEntries();
        }
    }

    @Override
    protected void restarts(Broker recovered) {
        auditEntries();
    }

    @Override
    protected void drained() {
        auditEntries();
    }

    @Override
    protected void lifeEnds(Broker broker) {
        require(journal.messages() == 0, () -> "nothing on disk when every queue is deleted", () -> journal.messages());
    }

    /** A clock that was set back may have filled a bucket in memory; the disk may know of less, never of more. */
    private void compareBuckets(Snapshot inMemory, Snapshot onDisk) {
        require(
                onDisk.buckets().keySet().equals(inMemory.buckets().keySet()),
                () -> inMemory.buckets().toString(),
                () -> onDisk.buckets());
        onDisk.buckets().forEach((key, stored) -> {
            Snapshot.OfBucket bucket = inMemory.buckets().get(key);
            require(
                    bucket != null
                            && stored.rate().equals(bucket.rate())
                            && stored.heldUntilNanos() == bucket.heldUntilNanos()
                            && stored.level().tokens() <= bucket.level().tokens(),
                    () -> bucket + " for " + key,
                    () -> stored);
        });
    }

    private void auditEntries() {
        require(
                journal.messages() == model.knownQueues().stored(),
                () -> model.knownQueues().stored() + " stored messages",
                () -> journal.messages());
        for (KnownQueue queue : model.queues()) {
            queue.flows().forEach(flow -> audit(queue, flow));
            auditSchedule(queue);
        }
    }

    private void auditSchedule(KnownQueue queue) {
        List<Moment> wanted =
                queue.scheduled().stream().map(KnownMessage::moment).toList();
        List<Moment> found = List.copyOf(journal.schedule(queue.id(), Moment.BEFORE_ALL, Integer.MAX_VALUE)
                .messages()
                .keySet());
        require(found.equals(wanted), () -> "on the schedule " + wanted, () -> found);
    }

    private void audit(KnownQueue queue, KnownFlow flow) {
        Map<String, List<KnownMessage>> lanes = new TreeMap<>();
        flow.stored().stream()
                .sorted(Comparator.comparingLong(KnownMessage::position))
                .forEach(message -> lanes.computeIfAbsent(message.lane(), it -> new ArrayList<>())
                        .add(message));
        lanes.forEach((lane, messages) -> audit(queue, flow, lane, messages));
    }

    private void audit(KnownQueue queue, KnownFlow flow, String lane, List<KnownMessage> messages) {
        Page page = journal.page(queue.id(), flow.key(), lane, -1, Integer.MAX_VALUE);
        Set<Long> damaged = new HashSet<>(page.damagedPositions());
        int readable = 0;
        for (KnownMessage message : messages) {
            if (damaged.remove(message.position())) {
                continue;
            }
            require(readable < page.messages().size(), () -> message.toString(), () -> "the end of the flow on disk");
            Message stored = page.messages().get(readable++);
            MessageId id = stored.id();
            require(
                    id.equals(message.id()) && stored.attempts() == message.attempts(),
                    () -> message.toString(),
                    () -> stored);
        }
        require(
                damaged.isEmpty() && readable == page.messages().size(),
                () -> messages.size() + " entries in queue " + queue.name() + ", key " + flow.key(),
                () -> page.messages().size() + " and damaged " + damaged);
    }
}
