package io.fila.retracker.http;

import io.fila.retracker.bencode.BencodeWriter;
import io.fila.retracker.metrics.Counter;
import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.swarm.SwarmCounts;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.tracker.Tracker;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** {@code /scrape} (BEP 48): how many share the torrents that are asked about. */
final class ScrapePage implements Page {
    private final Tracker tracker;
    private final Counter scrapes;
    private final Counter malformed;

    ScrapePage(Tracker tracker, Counter malformed, Metrics metrics) {
        this.tracker = tracker;
        this.malformed = malformed;
        scrapes = metrics.counter("http_scrapes", "Scrapes over HTTP.");
    }

    @Override
    public CompletableFuture<Body> visit(Visit visit, long nowMillis) {
        scrapes.increment();
        try {
            return CompletableFuture.completedFuture(Body.bencoded(answer(Query.parse(visit.query()), nowMillis)));
        } catch (MalformedException mistake) {
            malformed.increment();
            return CompletableFuture.completedFuture(Body.failure(mistake.getMessage()));
        }
    }

    private BencodeWriter answer(Query query, long nowMillis) {
        TreeSet<String> asked = new TreeSet<>(query.all("info_hash"));
        if (asked.isEmpty()) {
            throw new MalformedException("Expected at least one info_hash but got none; all at once is too much.");
        }
        BencodeWriter writer =
                new BencodeWriter().beginDictionary().name("files").beginDictionary();
        for (String raw : asked) {
            SwarmCounts counts = tracker.scrape(InfoHash.ofLatin1(raw), nowMillis);
            writer.name(raw)
                    .beginDictionary()
                    .put("complete", counts.complete())
                    .put("downloaded", counts.downloaded())
                    .put("incomplete", counts.incomplete())
                    .endDictionary();
        }
        return writer.endDictionary().endDictionary();
    }
}
