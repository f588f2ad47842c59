package io.fila.retracker.torrent;

import java.nio.ByteBuffer;

/** The name of a torrent: the hash of what it shares. */
public record InfoHash(TwentyBytes raw) implements Comparable<InfoHash> {
    public static final int LENGTH = TwentyBytes.LENGTH;

    /** Takes the next twenty bytes. */
    public static InfoHash read(ByteBuffer from) {
        return new InfoHash(TwentyBytes.read(from));
    }

    /**
     * The bytes of a text with one character a byte.
     *
     * @throws MalformedException unless there are exactly twenty
     */
    public static InfoHash ofLatin1(String text) {
        return new InfoHash(TwentyBytes.ofLatin1(text, "an info_hash"));
    }

    public void write(ByteBuffer to) {
        raw.write(to);
    }

    public byte[] bytes() {
        return raw.bytes();
    }

    @Override
    public int compareTo(InfoHash other) {
        return raw.compareTo(other.raw);
    }

    /** In hexadecimal. */
    @Override
    public String toString() {
        return raw.hex();
    }
}
