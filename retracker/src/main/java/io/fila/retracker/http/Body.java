package io.fila.retracker.http;

import io.fila.retracker.bencode.BencodeWriter;
import java.nio.charset.StandardCharsets;

/** The body of an answer. */
@SuppressWarnings("ArrayRecordComponent") // Made once, sent once, never compared.
record Body(int status, String contentType, byte[] bytes) {
    private static final int OK = 200;
    private static final String PLAIN = "text/plain; charset=utf-8";

    static Body bencoded(BencodeWriter value) {
        return new Body(OK, "text/plain", value.toBytes());
    }

    /** A failure as clients understand it: they read the body, whatever the status. */
    static Body failure(String sentence) {
        return bencoded(new BencodeWriter()
                .beginDictionary()
                .put("failure reason", sentence)
                .endDictionary());
    }

    static Body text(String contentType, String text) {
        return new Body(OK, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    static Body error(int status, String sentence) {
        return new Body(status, PLAIN, (sentence + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
