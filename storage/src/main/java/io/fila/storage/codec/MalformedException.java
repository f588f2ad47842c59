package io.fila.storage.codec;

/** Bytes are not what this program writes: a part is missing, too long, or left over. */
public final class MalformedException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedException() {
        super("malformed", null, false, false);
    }
}
