package io.fila.retracker.outbound;

import io.fila.retracker.torrent.Endpoint;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a forwarder said, or that it did not. */
public sealed interface ForwarderReply {
    /**
     * It took the announce.
     *
     * @param interval when it wants to be asked again; zero if it did not say
     * @param external the address under which it sees us, if it said
     */
    record Found(List<Endpoint> peers, Duration interval, Optional<Endpoint> external) implements ForwarderReply {
        public Found {
            peers = List.copyOf(peers);
        }
    }

    /** It answered, and will not have this announce. */
    record Declined(String sentence, RetryAdvice advice) implements ForwarderReply {}

    /**
     * It has too much to do.
     *
     * @param retryAfter how long it wants to be left alone; zero if it did not say
     */
    record Busy(String sentence, Duration retryAfter) implements ForwarderReply {}

    /** It was unreachable, too slow, failed, or answered something malformed. */
    record Failed(String sentence) implements ForwarderReply {}
}
