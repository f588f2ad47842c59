package io.fila.core.message;

import java.util.Optional;
import java.util.UUID;

/** The name of a message: a UUIDv7, made outside the core so that the core stays deterministic. */
public record MessageId(long high, long low) implements Comparable<MessageId> {
    private static final int TEXT_LENGTH = 36;

    /** Reads the canonical hyphenated text; empty if it is anything else. */
    public static Optional<MessageId> parse(String text) {
        if (text.length() != TEXT_LENGTH) {
            return Optional.empty();
        }
        try {
            UUID uuid = UUID.fromString(text);
            MessageId id = new MessageId(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
            return uuid.toString().equalsIgnoreCase(text) ? Optional.of(id) : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    @Override
    public int compareTo(MessageId other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
    }

    @Override
    public int hashCode() {
        return Long.hashCode((high ^ low) * 0x9E3779B97F4A7C15L);
    }

    @Override
    public String toString() {
        return new UUID(high, low).toString();
    }
}
