package io.fila.retracker.torrent;

import java.nio.ByteBuffer;
import java.util.HexFormat;

/** Twenty raw bytes, which is how the protocol names torrents and peers. */
record TwentyBytes(long first, long second, int third) implements Comparable<TwentyBytes> {
    static final int LENGTH = 20;

    /** Takes the next twenty bytes. */
    static TwentyBytes read(ByteBuffer from) {
        return new TwentyBytes(from.getLong(), from.getLong(), from.getInt());
    }

    /** The bytes of a text with one character a byte; there must be exactly twenty. */
    static TwentyBytes ofLatin1(String text, String what) {
        if (text.length() != LENGTH) {
            throw new MalformedException(
                    "Expected " + what + " of " + LENGTH + " bytes but got " + text.length() + ".");
        }
        return read(ByteBuffer.wrap(Latin1.bytes(text)));
    }

    void write(ByteBuffer to) {
        to.putLong(first).putLong(second).putInt(third);
    }

    byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(LENGTH);
        write(buffer);
        return buffer.array();
    }

    String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    /** Mixed, because names made up by a program often differ in a few bits only. */
    @Override
    public int hashCode() {
        return Mixing.hash(first, second, third);
    }

    /** An order, so that a hash table stays fast under chosen collisions. */
    @Override
    public int compareTo(TwentyBytes other) {
        int byFirst = Long.compareUnsigned(first, other.first);
        if (byFirst != 0) {
            return byFirst;
        }
        int bySecond = Long.compareUnsigned(second, other.second);
        return bySecond != 0 ? bySecond : Integer.compareUnsigned(third, other.third);
    }
}
