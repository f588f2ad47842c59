package io.fila.storage.codec;

import io.fila.core.message.MessageId;
import java.nio.charset.StandardCharsets;

/** A key being read, part by part; the mirror of {@link KeyWriter}. */
final class KeyReader {
    private final byte[] bytes;
    private int at;

    KeyReader(byte[] bytes) {
        this.bytes = bytes;
    }

    long number() throws MalformedException {
        need(Long.BYTES);
        long value = BigEndian.getLong(bytes, at) ^ Long.MIN_VALUE;
        at += Long.BYTES;
        return value;
    }

    MessageId id() throws MalformedException {
        need(2 * Long.BYTES);
        MessageId id = new MessageId(BigEndian.getLong(bytes, at), BigEndian.getLong(bytes, at + Long.BYTES));
        at += 2 * Long.BYTES;
        return id;
    }

    String text() throws MalformedException {
        need(Short.BYTES);
        int length = BigEndian.getShort(bytes, at);
        at += Short.BYTES;
        need(length);
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    void end() throws MalformedException {
        if (at != bytes.length) {
            throw new MalformedException();
        }
    }

    private void need(int more) throws MalformedException {
        if (bytes.length - at < more) {
            throw new MalformedException();
        }
    }
}
