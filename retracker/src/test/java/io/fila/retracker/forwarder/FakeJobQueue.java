package io.fila.retracker.forwarder;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A queue in virtual time that keeps the broker's promises: a depth that counts what waits, is scheduled or in flight, one
 * job for a dedup key until it is settled, and nothing delivered before its time.
 */
final class FakeJobQueue implements JobQueue {
    private record Entry(AnnounceJob job, Lane lane, long visibleMillis) {}

    private final int capacity;
    private final List<Entry> waiting = new ArrayList<>();
    private final Set<String> alive = new HashSet<>();

    FakeJobQueue(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public CompletableFuture<Offer> offer(AnnounceJob job, Lane lane) {
        if (alive.contains(job.dedupKey())) {
            return CompletableFuture.completedFuture(Offer.DUPLICATE);
        }
        if (lane == Lane.NORMAL && depth() >= capacity) {
            return CompletableFuture.completedFuture(Offer.FULL);
        }
        alive.add(job.dedupKey());
        waiting.add(new Entry(job, lane, 0));
        return CompletableFuture.completedFuture(Offer.STORED);
    }

    @Override
    public CompletableFuture<Boolean> cancel(AnnounceJob job) {
        boolean waited = waiting.removeIf(
                entry -> entry.lane() == Lane.NORMAL && entry.job().dedupKey().equals(job.dedupKey()));
        if (waited) {
            alive.remove(job.dedupKey());
        }
        return CompletableFuture.completedFuture(waited);
    }

    @Override
    public double fillPercent() {
        return 100.0 * depth() / capacity;
    }

    @Override
    public long waiting(String forwarder) {
        return jobs(Lane.NORMAL).stream()
                .filter(job -> job.forwarder().equals(forwarder))
                .count();
    }

    private long depth() {
        return waiting.stream().filter(entry -> entry.lane() == Lane.NORMAL).count();
    }

    int waiting() {
        return waiting.size();
    }

    List<AnnounceJob> jobs(Lane lane) {
        return waiting.stream()
                .filter(entry -> entry.lane() == lane)
                .map(Entry::job)
                .toList();
    }

    /** Lets a worker take up everything that is visible now; how many that were. */
    int work(JobRun worker, long nowMillis) throws InterruptedException {
        List<Entry> visible = waiting.stream()
                .filter(entry -> entry.visibleMillis() <= nowMillis)
                .toList();
        for (Entry entry : visible) {
            waiting.remove(entry);
            Settlement settlement = worker.run(entry.job(), () -> nowMillis);
            if (settlement instanceof Settlement.Again(Duration delay)) {
                waiting.add(new Entry(entry.job(), entry.lane(), nowMillis + delay.toMillis()));
            } else {
                alive.remove(entry.job().dedupKey());
            }
        }
        return visible.size();
    }
}
