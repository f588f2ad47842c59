package io.fila.simulator.law;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.record.Snapshot;
import io.fila.simulator.journal.FaultyJournal;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Observation;
import java.util.Map;
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

    /** Where a message is, and how often it was tried. */
    private record Entry(Place place, int attempts) {}

    @Override
    protected void turnEnds(Observation seen) {
        if (turns++ % everyTurns == 0) {
            Snapshot inMemory = seen.snapshot();
            Snapshot onDisk =
                    Broker.recover(settings, journal, model.nowNanos()).snapshot();
            require(
                    onDisk.queues().equals(inMemory.queues())
                            && onDisk.settings().equals(inMemory.settings())
                            && onDisk.keys().equals(inMemory.keys())
                            && bucketsAgree(inMemory, onDisk),
                    () -> inMemory,
                    () -> onDisk);
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
        require(journal.messages() == 0, journal::messages);
    }

    /** A clock that was set back may have filled a bucket in memory; the disk may know of less, never of more. */
    private static boolean bucketsAgree(Snapshot inMemory, Snapshot onDisk) {
        return onDisk.buckets().keySet().equals(inMemory.buckets().keySet())
                && onDisk.buckets().entrySet().stream().allMatch(entry -> {
                    Snapshot.OfBucket stored = entry.getValue();
                    Snapshot.OfBucket bucket = inMemory.buckets().get(entry.getKey());
                    return bucket != null
                            && stored.rate().equals(bucket.rate())
                            && stored.heldUntilNanos() == bucket.heldUntilNanos()
                            && stored.level().tokens() <= bucket.level().tokens();
                });
    }

    private void auditEntries() {
        Map<MessageId, Entry> wanted = new TreeMap<>();
        for (KnownMessage message : model.stored()) {
            if (!message.isQuarantined()) {
                wanted.put(message.id(), new Entry(message.place(), message.attempts()));
            }
        }
        Map<MessageId, Entry> found = new TreeMap<>();
        for (KnownQueue queue : model.queues()) {
            for (PlaceKind kind : PlaceKind.values()) {
                for (Message message : journal.browse(queue.id(), kind, "", "", Integer.MAX_VALUE)
                        .messages()) {
                    found.put(message.id(), new Entry(message.place(), message.attempts()));
                }
            }
        }
        wanted.keySet().removeIf(id -> !found.containsKey(id) && journal.hasRotted(id));
        require(found.equals(wanted), () -> wanted, () -> found);
        require(
                journal.messages() == model.stored().size(),
                () -> model.stored().size(),
                journal::messages);
    }
}
