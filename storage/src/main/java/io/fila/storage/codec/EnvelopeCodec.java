package io.fila.storage.codec;

import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.message.Scheduling.Fallback;
import java.util.ArrayList;
import java.util.List;

/** The part that all stored forms of a message share: its envelope. */
final class EnvelopeCodec {
    static final int TYPICAL_BYTES = 64;

    /** Which of the rare parts follow. */
    private static final int DEAD = 1;

    private static final int EXPIRES = 1 << 1;
    private static final int DEDUP = 1 << 2;

    /** The fallback that replaced the script, in two bits of the same number. */
    private static final int FALLBACK_SHIFT = 3;

    private static final int FALLBACK_MASK = 0b11;

    /** Indexed by the number that is stored. */
    private static final List<Fallback> FALLBACKS = List.of(Fallback.NONE, Fallback.DEFAULTS, Fallback.LAST_GOOD);

    private EnvelopeCodec() {}

    static ValueWriter write(ValueWriter writer, Envelope envelope) {
        Scheduling scheduling = envelope.scheduling();
        writer.number(envelope.enqueuedAtNanos())
                .number(scheduling.weight())
                .text(scheduling.fairnessKey())
                .small(scheduling.throttleKeys().size());
        scheduling.throttleKeys().forEach(writer::text);
        DeadLetter death = envelope.deadLetter();
        boolean hasDedupKey = !envelope.dedupKey().isEmpty();
        writer.small((death != null ? DEAD : 0)
                | (envelope.expires() ? EXPIRES : 0)
                | (hasDedupKey ? DEDUP : 0)
                | (FALLBACKS.indexOf(scheduling.fallback()) << FALLBACK_SHIFT));
        if (envelope.expires()) {
            writer.number(envelope.expiresAtNanos());
        }
        if (hasDedupKey) {
            writer.text(envelope.dedupKey());
        }
        if (death != null) {
            writer.text(death.reason()).text(death.sourceQueue()).number(death.atNanos());
        }
        return writer;
    }

    static Envelope read(MessageId id, ValueReader reader) throws MalformedException {
        long enqueuedAtNanos = reader.bigNumber();
        long weight = reader.bigNumber();
        String fairnessKey = reader.text();
        int count = reader.small();
        List<String> throttleKeys = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            throttleKeys.add(reader.text());
        }
        int parts = reader.small();
        long expiresAtNanos = (parts & EXPIRES) != 0 ? reader.bigNumber() : 0;
        String dedupKey = (parts & DEDUP) != 0 ? reader.text() : "";
        DeadLetter death =
                (parts & DEAD) != 0 ? new DeadLetter(reader.text(), reader.text(), reader.bigNumber()) : null;
        Scheduling scheduling = new Scheduling(fairnessKey, weight, throttleKeys, fallback(parts));
        return new Envelope(id, scheduling, enqueuedAtNanos, expiresAtNanos, dedupKey, death);
    }

    /** Passes over one that nobody asks for: every body has its envelope before it. */
    static void skip(ValueReader reader) throws MalformedException {
        long _ = reader.bigNumber();
        long _ = reader.bigNumber();
        reader.skipText();
        for (int count = reader.small(); count > 0; count--) {
            reader.skipText();
        }
        int parts = reader.small();
        if ((parts & EXPIRES) != 0) {
            long _ = reader.bigNumber();
        }
        if ((parts & DEDUP) != 0) {
            reader.skipText();
        }
        if ((parts & DEAD) != 0) {
            reader.skipText();
            reader.skipText();
            long _ = reader.bigNumber();
        }
    }

    private static Fallback fallback(int parts) throws MalformedException {
        int number = (parts >> FALLBACK_SHIFT) & FALLBACK_MASK;
        if (number >= FALLBACKS.size()) {
            throw new MalformedException();
        }
        return FALLBACKS.get(number);
    }
}
