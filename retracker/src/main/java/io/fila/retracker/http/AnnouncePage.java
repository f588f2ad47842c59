package io.fila.retracker.http;

import io.fila.retracker.metrics.Counter;
import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.net.NumericAddress;
import io.fila.retracker.swarm.Family;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.torrent.PeerId;
import io.fila.retracker.tracker.Reply;
import io.fila.retracker.tracker.Tracker;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** {@code /announce} (BEP 3, 7, 23, 31). */
final class AnnouncePage implements Page {
    private static final int MAX_PORT = 65_535;
    private static final int HEX = 16;

    private final Tracker tracker;
    private final String trackerId;
    private final Counter announces;
    private final Counter malformed;
    private final Counter refused;

    AnnouncePage(Tracker tracker, String trackerId, Counter malformed, Metrics metrics) {
        this.tracker = tracker;
        this.trackerId = trackerId;
        this.malformed = malformed;
        announces = metrics.counter("http_announces", "Announces over HTTP that were answered with peers.");
        refused = metrics.counter("http_refused", "Announces over HTTP that were told to come back later.");
    }

    @Override
    public CompletableFuture<Body> visit(Visit visit, long nowMillis) {
        try {
            Query query = Query.parse(visit.query());
            Announce announce = announce(query, visit);
            PeerList.Style style = style(query);
            return tracker.announce(announce, Family.ANY, nowMillis).thenApply(reply -> body(reply, style));
        } catch (MalformedException mistake) {
            malformed.increment();
            return CompletableFuture.completedFuture(Body.failure(mistake.getMessage()));
        }
    }

    private static Announce announce(Query query, Visit visit) {
        long port = query.number("port", -1);
        if (port < 0 || port > MAX_PORT) {
            throw new MalformedException("Expected a port from 0 to " + MAX_PORT + " but got none, or another.");
        }
        String event = query.first("event");
        return new Announce(
                InfoHash.ofLatin1(query.required("info_hash")),
                PeerId.ofLatin1(query.required("peer_id")),
                address(query, visit).withPort((int) port),
                Math.max(0, query.number("uploaded", 0)),
                Math.max(0, query.number("downloaded", 0)),
                query.number("left", -1),
                event == null ? Event.NONE : Event.ofWord(event),
                key(query.first("key")),
                Math.clamp(query.number("numwant", -1), -1, Integer.MAX_VALUE));
    }

    /** A client may name another address only through a proxy that we trust: anybody could have strangers called upon. */
    private static Endpoint address(Query query, Visit visit) {
        String named = visit.isTrusted() ? query.first("ip") : null;
        Endpoint address = named == null ? null : NumericAddress.parse(named);
        return address == null ? visit.client() : address;
    }

    /** Clients send up to eight hexadecimal digits; whatever else they send, it need only stay the same. */
    private static int key(@Nullable String key) {
        if (key == null) {
            return 0;
        }
        try {
            return Integer.parseUnsignedInt(key, HEX);
        } catch (NumberFormatException anything) {
            return key.hashCode();
        }
    }

    private static PeerList.Style style(Query query) {
        if (query.flag("compact", true)) {
            return PeerList.Style.COMPACT;
        }
        return query.flag("no_peer_id", false) ? PeerList.Style.WITHOUT_IDS : PeerList.Style.WITH_IDS;
    }

    private Body body(Reply reply, PeerList.Style style) {
        return switch (reply) {
            case Reply.Answer answer -> {
                announces.increment();
                yield Body.bencoded(AnnounceAnswer.write(answer, style, trackerId));
            }
            case Reply.Failure failure -> {
                refused.increment();
                yield Body.bencoded(AnnounceAnswer.write(failure));
            }
        };
    }
}
