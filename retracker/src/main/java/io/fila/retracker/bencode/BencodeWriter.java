package io.fila.retracker.bencode;

import io.fila.retracker.torrent.Latin1;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A bencoded value under construction. Names of a dictionary are put in the order of their bytes: the protocol wants it, and
 * the writer refuses anything else.
 */
public final class BencodeWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);
    private final Deque<String> names = new ArrayDeque<>();

    public BencodeWriter beginDictionary() {
        out.write('d');
        names.push("");
        return this;
    }

    public BencodeWriter endDictionary() {
        names.pop();
        return end();
    }

    public BencodeWriter beginSequence() {
        out.write('l');
        return this;
    }

    public BencodeWriter endSequence() {
        return end();
    }

    /** A name in a dictionary: raw bytes, one character each. Its value comes next. */
    public BencodeWriter name(String name) {
        String before = names.pop();
        if (before.compareTo(name) >= 0 && !before.isEmpty()) {
            throw new IllegalStateException("Expected a name after \"" + before + "\" but got \"" + name + "\".");
        }
        names.push(name);
        return bytes(Latin1.bytes(name));
    }

    public BencodeWriter put(String name, long value) {
        return name(name).whole(value);
    }

    public BencodeWriter put(String name, String value) {
        return name(name).text(value);
    }

    public BencodeWriter put(String name, byte[] value) {
        return name(name).bytes(value);
    }

    public BencodeWriter whole(long value) {
        out.write('i');
        out.writeBytes(Latin1.bytes(Long.toString(value)));
        return end();
    }

    /** Text for people. */
    public BencodeWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    public BencodeWriter bytes(byte[] value) {
        out.writeBytes(Latin1.bytes(Integer.toString(value.length)));
        out.write(':');
        out.writeBytes(value);
        return this;
    }

    public byte[] toBytes() {
        return out.toByteArray();
    }

    private BencodeWriter end() {
        out.write('e');
        return this;
    }
}
