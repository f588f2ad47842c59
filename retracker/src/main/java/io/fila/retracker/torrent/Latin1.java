package io.fila.retracker.torrent;

import java.nio.charset.StandardCharsets;

/**
 * Bytes held as text with one character a byte. The protocol mixes raw bytes with words; in this form both compare, hash and
 * print, and the JVM keeps them as bytes.
 */
public final class Latin1 {
    private Latin1() {}

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
