package io.fila.e2e.crash;

import com.google.protobuf.ByteString;

/** The payload of a numbered message: its name, then filling of a size and content that follow from the name. */
final class Parcel {
    private static final int USUAL_BYTES = 2_000;
    private static final int LARGE_BYTES = 100_000;

    /** One in so many messages is large. */
    private static final int LARGE_EVERY = 50;

    private static final char MARK = '|';

    private Parcel() {}

    static ByteString of(String name) {
        int hash = Math.floorMod(name.hashCode() * 0x9E3779B1, Integer.MAX_VALUE);
        int limit = hash % LARGE_EVERY == 0 ? LARGE_BYTES : USUAL_BYTES;
        return ByteString.copyFromUtf8(name + MARK + name.repeat(hash % limit / name.length()));
    }

    /** The name in a payload; a payload that is not as it was sent is a violation. */
    static String name(ByteString payload) {
        String text = payload.toStringUtf8();
        String name = text.substring(0, Math.max(0, text.indexOf(MARK)));
        if (name.isEmpty() || !of(name).equals(payload)) {
            throw new Violation("Expected a payload as it was sent but found " + payload.size() + " other bytes,"
                    + " beginning with the name \"" + name + "\"");
        }
        return name;
    }
}
