package io.fila.server.wire;

/** Bytes that are not the protobuf message they should be: the sender's mistake, so it carries no stack trace. */
public final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException(String sentence) {
        super(sentence, null, false, false);
    }
}
