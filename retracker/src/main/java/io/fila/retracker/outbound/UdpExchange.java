package io.fila.retracker.outbound;

import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.udp.Action;
import io.fila.retracker.udp.AnnounceOptions;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One announce over UDP, without the socket (BEP 15): what to send when, and what to make of what comes. A packet that is
 * not answered is sent again after 15 s, then after twice as long, and so on, until the time for all of it is over.
 */
final class UdpExchange {
    private static final Duration FIRST_WAIT = Duration.ofSeconds(15);

    /** How long a client may use a connection id. */
    private static final Duration CONNECTION = Duration.ofMinutes(1);

    private static final int CONNECT_BYTES = 16;
    private static final int ANNOUNCE_BYTES = 98;
    private static final int LEAST_BYTES = 8;
    private static final int ANSWER_HEAD_BYTES = 20;

    private final ForwardedAnnounce announce;
    private final byte[] options;
    private final boolean v6;
    private final RandomGenerator random;
    private final long deadlineMillis;
    private int transaction;
    private int sent;
    private long nextMillis;
    private long connection;
    private long connectedMillis;
    private boolean connected;

    /**
     * @param urlData path and query of its address; empty for none
     * @param v6 true if it is reached over IPv6, whose answers have longer addresses
     */
    UdpExchange(
            ForwardedAnnounce announce,
            String urlData,
            boolean v6,
            Duration timeout,
            RandomGenerator random,
            long nowMillis) {
        this.announce = announce;
        this.options = AnnounceOptions.writeUrlData(urlData);
        this.v6 = v6;
        this.random = random;
        this.deadlineMillis = nowMillis + timeout.toMillis();
        this.nextMillis = nowMillis;
        this.transaction = random.nextInt();
    }

    /** When there is something to do if nothing comes. */
    long nextMillis() {
        return Math.min(nextMillis, deadlineMillis);
    }

    /** The reply if the time is over; null while there is time. */
    @Nullable ForwarderReply expired(long nowMillis) {
        return nowMillis < deadlineMillis ? null : new ForwarderReply.Failed("It did not answer in time.");
    }

    /** The packet to send now; null if it is not yet time for one. */
    byte @Nullable [] packet(long nowMillis) {
        if (nowMillis < nextMillis) {
            return null;
        }
        if (connected && nowMillis - connectedMillis >= CONNECTION.toMillis()) {
            turn(false, nowMillis);
        }
        nextMillis = nowMillis + (FIRST_WAIT.toMillis() << Math.min(sent, 8));
        sent++;
        return connected ? announcePacket() : connectPacket();
    }

    /** Reads a packet; null if the exchange goes on. */
    @Nullable ForwarderReply hear(ByteBuffer packet, long nowMillis) {
        if (packet.remaining() < LEAST_BYTES) {
            return null;
        }
        int action = packet.getInt();
        if (packet.getInt() != transaction) {
            return null;
        }
        if (action == Action.ERROR) {
            byte[] text = new byte[packet.remaining()];
            packet.get(text);
            return new ForwarderReply.Declined(AnnounceAnswerReader.shortened(Latin1.text(text)), RetryAdvice.NONE);
        }
        if (action != (connected ? Action.ANNOUNCE : Action.CONNECT)) {
            return new ForwarderReply.Failed("It answered with action " + action + ", which was not asked.");
        }
        return connected ? readAnswer(packet) : readConnection(packet, nowMillis);
    }

    private @Nullable ForwarderReply readConnection(ByteBuffer packet, long nowMillis) {
        if (packet.remaining() < Long.BYTES) {
            return new ForwarderReply.Failed("Its answer to a connect was too short.");
        }
        connection = packet.getLong();
        connectedMillis = nowMillis;
        turn(true, nowMillis);
        return null;
    }

    private ForwarderReply readAnswer(ByteBuffer packet) {
        if (packet.remaining() < ANSWER_HEAD_BYTES - LEAST_BYTES) {
            // That is how some refuse: the head of an answer, and no answer.
            return new ForwarderReply.Declined("It refused without a word.", RetryAdvice.NONE);
        }
        int interval = packet.getInt();
        packet.getLong();
        List<Endpoint> peers = new ArrayList<>();
        int length = v6 ? Endpoint.V6_LENGTH : Endpoint.V4_LENGTH;
        while (packet.remaining() >= length) {
            peers.add(v6 ? Endpoint.readV6(packet) : Endpoint.readV4(packet));
        }
        return new ForwarderReply.Found(peers, Duration.ofSeconds(Math.max(0, interval)), Optional.empty());
    }

    private void turn(boolean nowConnected, long nowMillis) {
        connected = nowConnected;
        transaction = random.nextInt();
        sent = 0;
        nextMillis = nowMillis;
    }

    private byte[] connectPacket() {
        return ByteBuffer.allocate(CONNECT_BYTES)
                .putLong(Action.PROTOCOL_ID)
                .putInt(Action.CONNECT)
                .putInt(transaction)
                .array();
    }

    private byte[] announcePacket() {
        ByteBuffer packet = ByteBuffer.allocate(ANNOUNCE_BYTES + options.length)
                .putLong(connection)
                .putInt(Action.ANNOUNCE)
                .putInt(transaction);
        announce.hash().write(packet);
        announce.peer().write(packet);
        packet.putLong(announce.downloaded())
                .putLong(announce.left())
                .putLong(announce.uploaded())
                .putInt(announce.event().number())
                .putInt(announcedAddress())
                .putInt(announce.key())
                .putInt(ForwardedAnnounce.WANTED)
                .putShort((short) announce.port())
                .put(options);
        return packet.array();
    }

    /** There is room for an IPv4 address only. */
    private int announcedAddress() {
        return announce.announcedAddress()
                .filter(Endpoint::isV4)
                .map(address -> (int) address.low())
                .orElse(0);
    }
}
