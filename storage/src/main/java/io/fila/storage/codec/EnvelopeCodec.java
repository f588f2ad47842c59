package io.fila.storage.codec;

import io.fila.core.message.DeadLetter;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import java.util.ArrayList;
import java.util.List;

/** The part that all stored forms of a message share: its envelope. */
final class EnvelopeCodec {
    static final int TYPICAL_BYTES = 64;

    private EnvelopeCodec() {}

    static ValueWriter write(ValueWriter writer, Envelope envelope) {
        Scheduling scheduling = envelope.scheduling();
        writer.number(envelope.enqueuedAtNanos())
                .number(scheduling.weight())
                .text(scheduling.fairnessKey())
                .small(scheduling.throttleKeys().size());
        scheduling.throttleKeys().forEach(writer::text);
        DeadLetter death = envelope.deadLetter();
        writer.flag(death != null);
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
        DeadLetter death = reader.flag() ? new DeadLetter(reader.text(), reader.text(), reader.bigNumber()) : null;
        return new Envelope(id, new Scheduling(fairnessKey, weight, throttleKeys), enqueuedAtNanos, death);
    }
}
