package io.fila.retracker.torrent;

import java.nio.ByteBuffer;

/** The name a client gave itself. */
public record PeerId(TwentyBytes raw) implements Comparable<PeerId> {
    public static final int LENGTH = TwentyBytes.LENGTH;

    /** Takes the next twenty bytes. */
    public static PeerId read(ByteBuffer from) {
        return new PeerId(TwentyBytes.read(from));
    }

    /**
     * The bytes of a text with one character a byte.
     *
     * @throws MalformedException unless there are exactly twenty
     */
    public static PeerId ofLatin1(String text) {
        return new PeerId(TwentyBytes.ofLatin1(text, "a peer_id"));
    }

    public void write(ByteBuffer to) {
        raw.write(to);
    }

    public byte[] bytes() {
        return raw.bytes();
    }

    @Override
    public int compareTo(PeerId other) {
        return raw.compareTo(other.raw);
    }

    /** In hexadecimal. */
    @Override
    public String toString() {
        return raw.hex();
    }
}
