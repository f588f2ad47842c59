package io.fila.cli.message;

import com.google.protobuf.ByteString;
import io.fila.cli.output.Json;
import io.fila.client.Delivery;
import java.util.Base64;

/** A delivery as it is shown. */
final class Shown {
    private Shown() {}

    /** One line with id, fairness key and payload, then one line for each header. */
    static String text(Delivery delivery) {
        StringBuilder text = new StringBuilder(delivery.id()).append("  ");
        appendPrintable(text, delivery.fairnessKey());
        if (delivery.attempts() > 0) {
            text.append("  (attempt ").append(delivery.attempts()).append(')');
        }
        if (!delivery.sourceQueue().isEmpty()) {
            appendPrintable(text.append("  (from "), delivery.sourceQueue());
            appendPrintable(text.append(": "), delivery.deadLetterReason());
            text.append(')');
        }
        ByteString payload = delivery.payload();
        if (payload.isValidUtf8()) {
            appendPrintable(text.append("  "), payload.toStringUtf8());
        } else {
            text.append("  base64:").append(base64(payload));
        }
        delivery.headers().forEach((name, value) -> {
            appendPrintable(text.append("\n  "), name);
            appendPrintable(text.append(": "), value);
        });
        return text.toString();
    }

    /** Named as in the contract; a payload that is no text is {@code payload_base64} instead of {@code payload}. */
    static Json json(Delivery delivery) {
        Json json = new Json().put("id", delivery.id()).put("headers", delivery.headers());
        ByteString payload = delivery.payload();
        if (payload.isValidUtf8()) {
            json.put("payload", payload.toStringUtf8());
        } else {
            json.put("payload_base64", base64(payload));
        }
        if (!delivery.sourceQueue().isEmpty()) {
            json.put("source_queue", delivery.sourceQueue()).put("dead_letter_reason", delivery.deadLetterReason());
        }
        return json.put("fairness_key", delivery.fairnessKey())
                .put("weight", delivery.weight())
                .putStrings("throttle_keys", delivery.throttleKeys())
                .put("attempt_count", delivery.attempts())
                .put("queue_id", delivery.queue())
                .put("enqueued_at", delivery.enqueuedAt().toString())
                .put("leased_at", delivery.leasedAt().toString());
    }

    /** Control characters are escaped: a message is one line, and no producer commands the reader's terminal. */
    private static void appendPrintable(StringBuilder text, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (Character.isISOControl(c)) {
                        text.append("\\x")
                                .append(Character.forDigit(c >> 4, 16))
                                .append(Character.forDigit(c & 15, 16));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
    }

    private static String base64(ByteString bytes) {
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }
}
