package io.fila.retracker.udp;

import io.fila.retracker.metrics.Counter;
import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.swarm.Family;
import io.fila.retracker.swarm.SwarmCounts;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Contact;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.torrent.PeerId;
import io.fila.retracker.tracker.Reply;
import io.fila.retracker.tracker.Tracker;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;

/** The tracker in packets (BEP 15). One thread at a time may call it; answers may come on another. */
final class UdpTracker {
    /** Bytes of a packet that no network on the way should have to cut. */
    static final int PACKET_BYTES = 1_400;

    private static final int HEADER_BYTES = 16;
    private static final int ANNOUNCE_BYTES = 98;
    private static final int ANSWER_HEAD_BYTES = 20;

    /** Torrents in one scrape, as BEP 15 has it. */
    private static final int SCRAPED = 74;

    private final Tracker tracker;
    private final ConnectionIds ids;
    private final Counter connects;
    private final Counter announces;
    private final Counter refused;
    private final Counter scrapes;
    private final Counter malformed;

    UdpTracker(Tracker tracker, ConnectionIds ids, Metrics metrics) {
        this.tracker = tracker;
        this.ids = ids;
        connects = metrics.counter("udp_connects", "Connects over UDP.");
        announces = metrics.counter("udp_announces", "Announces over UDP that were answered with peers.");
        refused = metrics.counter("udp_refused", "Announces over UDP that were told to come back later.");
        scrapes = metrics.counter("udp_scrapes", "Scrapes over UDP.");
        malformed = metrics.counter("udp_malformed", "Packets that made no sense, or had no good connection id.");
    }

    /** Hears a packet; sends nothing if there is nothing to say to it. */
    void hear(ByteBuffer packet, Endpoint sender, long nowMillis, Consumer<ByteBuffer> send) {
        if (packet.remaining() < HEADER_BYTES) {
            malformed.increment();
            return;
        }
        int size = packet.remaining();
        long id = packet.getLong();
        int action = packet.getInt();
        int transaction = packet.getInt();
        if (action == Action.CONNECT && id == Action.PROTOCOL_ID) {
            connects.increment();
            send.accept(head(HEADER_BYTES, Action.CONNECT, transaction)
                    .putLong(ids.make(sender, nowMillis))
                    .flip());
            return;
        }
        if (!ids.isGood(id, sender, nowMillis)) {
            malformed.increment();
            ByteBuffer error = error(transaction, "Connection id expired.");
            // The sender may be forged: never send more bytes than were received.
            if (error.remaining() <= size) {
                send.accept(error);
            }
            return;
        }
        try {
            answer(action, transaction, packet, sender, nowMillis, send);
        } catch (MalformedException mistake) {
            malformed.increment();
            send.accept(error(transaction, mistake.getMessage()));
        }
    }

    private void answer(
            int action,
            int transaction,
            ByteBuffer packet,
            Endpoint sender,
            long nowMillis,
            Consumer<ByteBuffer> send) {
        switch (action) {
            case Action.ANNOUNCE -> {
                Family family = Family.of(sender);
                var _ = tracker.announce(readAnnounce(packet, sender), family, nowMillis)
                        .thenAccept(reply -> send.accept(answer(transaction, reply, family)));
            }
            case Action.SCRAPE -> {
                scrapes.increment();
                send.accept(scrape(transaction, packet, nowMillis));
            }
            default -> throw new MalformedException("Expected action 0, 1 or 2 but got " + action + ".");
        }
    }

    private static Announce readAnnounce(ByteBuffer packet, Endpoint sender) {
        if (packet.remaining() < ANNOUNCE_BYTES - HEADER_BYTES) {
            throw new MalformedException("Expected an announce of at least " + ANNOUNCE_BYTES + " bytes but got "
                    + (packet.remaining() + HEADER_BYTES) + ".");
        }
        InfoHash hash = InfoHash.read(packet);
        PeerId peer = PeerId.read(packet);
        long downloaded = packet.getLong();
        long left = packet.getLong();
        long uploaded = packet.getLong();
        Event event = Event.ofNumber(packet.getInt());
        // The address a client would like to have; it gets the one it has.
        packet.getInt();
        int key = packet.getInt();
        int wanted = packet.getInt();
        int port = packet.getShort() & 0xffff;
        AnnounceOptions.readUrlData(packet);
        return new Announce(
                hash,
                peer,
                sender.withPort(port),
                Math.max(0, uploaded),
                Math.max(0, downloaded),
                left,
                event,
                key,
                wanted);
    }

    private ByteBuffer answer(int transaction, Reply reply, Family family) {
        return switch (reply) {
            case Reply.Answer answer -> {
                announces.increment();
                yield answer(transaction, answer, family);
            }
            case Reply.Failure failure -> {
                refused.increment();
                yield error(transaction, failure.sentence());
            }
        };
    }

    private static ByteBuffer answer(int transaction, Reply.Answer answer, Family family) {
        int length = family == Family.V4 ? Endpoint.V4_LENGTH : Endpoint.V6_LENGTH;
        int fits = (PACKET_BYTES - ANSWER_HEAD_BYTES) / length;
        List<Contact> contacts = answer.selection().contacts();
        List<Contact> told = contacts.subList(0, Math.min(fits, contacts.size()));
        SwarmCounts counts = answer.selection().counts();
        ByteBuffer packet = head(ANSWER_HEAD_BYTES + told.size() * length, Action.ANNOUNCE, transaction)
                .putInt(answer.intervalSeconds())
                .putInt(counts.incomplete())
                .putInt(counts.complete());
        told.forEach(contact -> contact.endpoint().write(packet));
        return packet.flip();
    }

    private ByteBuffer scrape(int transaction, ByteBuffer packet, long nowMillis) {
        int asked = Math.min(SCRAPED, packet.remaining() / InfoHash.LENGTH);
        if (asked == 0) {
            throw new MalformedException("Expected at least one info_hash but got none.");
        }
        ByteBuffer answer = head(2 * Integer.BYTES + asked * 3 * Integer.BYTES, Action.SCRAPE, transaction);
        for (int i = 0; i < asked; i++) {
            SwarmCounts counts = tracker.scrape(InfoHash.read(packet), nowMillis);
            answer.putInt(counts.complete()).putInt(counts.downloaded()).putInt(counts.incomplete());
        }
        return answer.flip();
    }

    private static ByteBuffer error(int transaction, String sentence) {
        byte[] text = sentence.getBytes(StandardCharsets.UTF_8);
        return head(2 * Integer.BYTES + text.length, Action.ERROR, transaction)
                .put(text)
                .flip();
    }

    private static ByteBuffer head(int size, int action, int transaction) {
        return ByteBuffer.allocate(size).putInt(action).putInt(transaction);
    }
}
