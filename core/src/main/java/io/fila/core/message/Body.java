package io.fila.core.message;

import java.util.Arrays;

/** The encoded headers and payload of a message, as they came; opaque to the broker and never copied by it. */
public final class Body {
    private final byte[] bytes;

    /** Takes the array over: the caller must not change it afterwards. */
    public Body(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The bytes themselves, not a copy: read only. */
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Body body && Arrays.equals(bytes, body.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Body[" + bytes.length + " bytes]";
    }
}
