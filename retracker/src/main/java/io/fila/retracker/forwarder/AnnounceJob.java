package io.fila.retracker.forwarder;

import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Event;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.MalformedException;
import io.fila.retracker.torrent.PeerId;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * One announce to be made to one forwarder. It outlives the program, so forwarders are named, not numbered.
 *
 * @param dueMillis when it may be made; 0 for at once
 */
public record AnnounceJob(String forwarder, Announce announce, long dueMillis) {
    private static final byte VERSION = 1;
    private static final int FIXED_BYTES = 1
            + 2
            + InfoHash.LENGTH
            + PeerId.LENGTH
            + 2 * Long.BYTES
            + Short.BYTES
            + 3 * Long.BYTES
            + 3 * Integer.BYTES
            + Long.BYTES;

    /** The dedup key: this client with this torrent at this forwarder. An event that is sent once has a key of its own. */
    public String dedupKey() {
        String once = isSaidOnce() ? ":" + announce.event().word() : "";
        return announce.hash() + ":" + forwarder + ":" + announce.peer() + once;
    }

    /** True for an event that is sent once: a client leaves or completes. */
    boolean isSaidOnce() {
        return announce.event() == Event.STOPPED || announce.event() == Event.COMPLETED;
    }

    /** At most one job is scheduled for each of these: this torrent at this forwarder, for any client. */
    public String scheduleKey() {
        return announce.hash() + ":" + forwarder;
    }

    public AnnounceJob dueAt(long laterMillis) {
        return new AnnounceJob(forwarder, announce, laterMillis);
    }

    /**
     * What the forwarder is told.
     *
     * @param address the address the client is said to have, if not the one the forwarder sees
     */
    public ForwardedAnnounce forwarded(Optional<Endpoint> address) {
        return new ForwardedAnnounce(
                announce.hash(),
                announce.peer(),
                announce.endpoint().port(),
                announce.uploaded(),
                announce.downloaded(),
                // A client that did not say has something left; otherwise it would not ask.
                announce.left() < 0 ? 1 : announce.left(),
                announce.event(),
                announce.key(),
                address);
    }

    public byte[] encode() {
        byte[] name = forwarder.getBytes(StandardCharsets.UTF_8);
        ByteBuffer bytes = ByteBuffer.allocate(FIXED_BYTES + name.length)
                .put(VERSION)
                .putShort((short) name.length)
                .put(name);
        announce.hash().write(bytes);
        announce.peer().write(bytes);
        return bytes.putLong(announce.endpoint().high())
                .putLong(announce.endpoint().low())
                .putShort((short) announce.endpoint().port())
                .putLong(announce.uploaded())
                .putLong(announce.downloaded())
                .putLong(announce.left())
                .putInt(announce.event().number())
                .putInt(announce.key())
                .putInt(announce.wanted())
                .putLong(dueMillis)
                .array();
    }

    /**
     * Reads what was encoded.
     *
     * @throws MalformedException if it is anything else
     */
    public static AnnounceJob decode(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        try {
            byte version = bytes.get();
            if (version != VERSION) {
                throw new MalformedException("Expected a job of version " + VERSION + " but found " + version + ".");
            }
            byte[] name = new byte[bytes.getShort() & 0xffff];
            bytes.get(name);
            InfoHash hash = InfoHash.read(bytes);
            PeerId peer = PeerId.read(bytes);
            Endpoint endpoint = new Endpoint(bytes.getLong(), bytes.getLong(), bytes.getShort() & 0xffff);
            Announce announce = new Announce(
                    hash,
                    peer,
                    endpoint,
                    bytes.getLong(),
                    bytes.getLong(),
                    bytes.getLong(),
                    Event.ofNumber(bytes.getInt()),
                    bytes.getInt(),
                    bytes.getInt());
            return new AnnounceJob(new String(name, StandardCharsets.UTF_8), announce, bytes.getLong());
        } catch (BufferUnderflowException tooShort) {
            throw new MalformedException("Expected a job but found only " + encoded.length + " bytes of one.");
        }
    }
}
