package io.fila.retracker.tracker;

import io.fila.retracker.swarm.Family;
import io.fila.retracker.swarm.Selection;
import io.fila.retracker.swarm.SwarmCounts;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What is done with announces and scrapes, whatever carried them. Any thread may call it. */
public final class Tracker {
    private final Swarms swarms;
    private final Announcements announcements;
    private final int intervalSeconds;
    private final int minIntervalSeconds;

    /**
     * @param interval how often a client should announce itself
     * @param minInterval how often it may
     */
    public Tracker(Swarms swarms, Announcements announcements, Duration interval, Duration minInterval) {
        this.swarms = swarms;
        this.announcements = announcements;
        this.intervalSeconds = Math.toIntExact(interval.toSeconds());
        this.minIntervalSeconds = Math.toIntExact(Math.min(interval.toSeconds(), minInterval.toSeconds()));
    }

    /** Handles a client's announce and answers with peers of the given address family. */
    public CompletableFuture<Reply> announce(Announce announce, Family family, long nowMillis) {
        if (announce.event() == Event.STOPPED) {
            return depart(announce, nowMillis);
        }
        boolean initial = swarms.enter(announce, nowMillis);
        boolean completes =
                announce.event() == Event.COMPLETED && swarms.completes(announce.hash(), announce.endpoint());
        // Over UDP a client says it again if our answer was lost; others hear it once.
        Announce heard = completes || announce.event() != Event.COMPLETED ? announce : announce.withoutEvent();
        BitSet knownBy = completes ? swarms.knownBy(announce.hash(), announce.endpoint()) : new BitSet();
        CompletableFuture<Verdict> verdict = announcements.hear(new Announcement(heard, initial, knownBy), nowMillis);
        return initial
                ? verdict.thenApply(said -> reply(said, announce, family, nowMillis))
                : CompletableFuture.completedFuture(answer(announce, family, intervalSeconds, nowMillis));
    }

    public SwarmCounts scrape(InfoHash hash, long nowMillis) {
        return swarms.counts(hash, nowMillis);
    }

    private CompletableFuture<Reply> depart(Announce announce, long nowMillis) {
        BitSet knownBy = swarms.leave(announce.hash(), announce.endpoint());
        Selection nobody = new Selection(swarms.counts(announce.hash(), nowMillis), List.of());
        return announcements
                .hear(new Announcement(announce, false, knownBy), nowMillis)
                .thenApply(said -> new Reply.Answer(intervalSeconds, minIntervalSeconds, nobody));
    }

    private Reply reply(Verdict verdict, Announce announce, Family family, long nowMillis) {
        return switch (verdict) {
            case Verdict.Accepted accepted ->
                answer(announce, family, Math.min(intervalSeconds, accepted.againSeconds()), nowMillis);
            case Verdict.Refused refused -> {
                // It comes back as one that is not known, and is initial again.
                swarms.leave(announce.hash(), announce.endpoint());
                yield new Reply.Failure(refused.sentence(), refused.againSeconds());
            }
        };
    }

    private Reply answer(Announce announce, Family family, int comeBackSeconds, long nowMillis) {
        Selection selection = swarms.select(announce, Selection.size(announce.wanted()), family, nowMillis);
        return new Reply.Answer(comeBackSeconds, Math.min(minIntervalSeconds, comeBackSeconds), selection);
    }
}
