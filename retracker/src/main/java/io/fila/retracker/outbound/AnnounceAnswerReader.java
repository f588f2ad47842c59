package io.fila.retracker.outbound;

import io.fila.retracker.bencode.BencodeReader;
import io.fila.retracker.bencode.Bencoded;
import io.fila.retracker.bencode.Bencoded.Dictionary;
import io.fila.retracker.bencode.Bencoded.Sequence;
import io.fila.retracker.bencode.Bencoded.Text;
import io.fila.retracker.net.NumericAddress;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.MalformedException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads the body of an HTTP answer. */
final class AnnounceAnswerReader {
    private static final int MAX_PORT = 65_535;
    private static final int SENTENCE_LENGTH = 200;
    private static final int V4_BYTES = 4;
    private static final int V6_BYTES = 16;

    private AnnounceAnswerReader() {}

    static ForwarderReply read(byte[] body) {
        try {
            return BencodeReader.read(body) instanceof Dictionary answer
                    ? read(answer)
                    : new ForwarderReply.Failed("Expected a dictionary but it sent another value.");
        } catch (MalformedException garbage) {
            return new ForwarderReply.Failed("It sent no bencode: " + garbage.getMessage());
        }
    }

    private static ForwarderReply read(Dictionary answer) {
        String reason = answer.text("failure reason");
        if (reason != null) {
            return new ForwarderReply.Declined(
                    shortened(reason), RetryAdvice.read(answer.entries().get("retry in")));
        }
        List<Endpoint> peers = new ArrayList<>();
        addPeers(answer.entries().get("peers"), Endpoint.V4_LENGTH, Endpoint::readV4, peers);
        addPeers(answer.entries().get("peers6"), Endpoint.V6_LENGTH, Endpoint::readV6, peers);
        // The longer one counts: who is asked more often than its min interval turns the client away.
        long seconds = Math.clamp(
                Math.max(answer.whole("interval", 0), answer.whole("min interval", 0)), 0, Integer.MAX_VALUE);
        return new ForwarderReply.Found(peers, Duration.ofSeconds(seconds), external(answer.text("external ip")));
    }

    /** Peers come packed, or in words; what is neither is no peer, and no reason to lose the others. */
    private static void addPeers(
            @Nullable Bencoded value, int length, Function<ByteBuffer, Endpoint> packed, List<Endpoint> peers) {
        if (value instanceof Text text) {
            ByteBuffer bytes = ByteBuffer.wrap(Latin1.bytes(text.bytes()));
            while (bytes.remaining() >= length) {
                peers.add(packed.apply(bytes));
            }
        } else if (value instanceof Sequence sequence) {
            for (Bencoded item : sequence.items()) {
                if (item instanceof Dictionary peer) {
                    addPeer(peer, peers);
                }
            }
        }
    }

    private static void addPeer(Dictionary peer, List<Endpoint> peers) {
        String ip = peer.text("ip");
        long port = peer.whole("port", 0);
        Endpoint address = ip == null ? null : NumericAddress.parse(ip);
        if (address != null && port > 0 && port <= MAX_PORT) {
            peers.add(address.withPort((int) port));
        }
    }

    /** BEP 24. */
    private static Optional<Endpoint> external(@Nullable String raw) {
        if (raw == null || (raw.length() != V4_BYTES && raw.length() != V6_BYTES)) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.allocate(raw.length() + Short.BYTES).put(0, Latin1.bytes(raw));
        return Optional.of(raw.length() == V4_BYTES ? Endpoint.readV4(bytes) : Endpoint.readV6(bytes));
    }

    /** As much of a stranger's text as a person wants to read, and nothing that does not print. */
    static String shortened(String text) {
        String printable = text.replaceAll("[^\\x20-\\x7e]", "?");
        return printable.length() <= SENTENCE_LENGTH ? printable : printable.substring(0, SENTENCE_LENGTH) + "…";
    }
}
