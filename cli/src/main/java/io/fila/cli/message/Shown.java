package io.fila.cli.message;

import com.google.protobuf.ByteString;
import io.fila.cli.output.Json;
import io.fila.client.Delivery;
import io.fila.client.StoredMessage;
import io.fila.client.admin.MessageState;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;

/** A message as it is shown. */
final class Shown {
    private Shown() {}

    /** One line with id, fairness key and payload, then one line for each header. */
    static String text(Delivery delivery) {
        StringBuilder text = new StringBuilder(delivery.id()).append("  ");
        appendPrintable(text, delivery.fairnessKey());
        appendFallback(text, delivery.scriptFallback());
        appendHistory(text, delivery.attempts(), delivery.sourceQueue(), delivery.deadLetterReason());
        appendContent(text, delivery.payload(), delivery.headers());
        return text.toString();
    }

    /** The same for a message that nobody was given, with how it stands. */
    static String text(StoredMessage message) {
        StringBuilder text = new StringBuilder(message.id()).append("  ");
        appendPrintable(text, message.fairnessKey());
        message.dueIn()
                .ifPresent(left -> text.append("  (")
                        .append(message.state() == MessageState.SCHEDULED ? "due in " : "with a consumer for ")
                        .append(left.toMillis())
                        .append(" ms)"));
        appendFallback(text, message.scriptFallback());
        appendHistory(text, message.attempts(), message.sourceQueue(), message.deadLetterReason());
        appendContent(text, message.payload(), message.headers());
        for (String key : message.throttleKeys()) {
            appendPrintable(text.append("\n  throttle key: "), key);
        }
        return text.toString();
    }

    private static void appendFallback(StringBuilder text, String fallback) {
        if (!fallback.isEmpty()) {
            appendPrintable(text.append("  (its script failed: "), fallback);
            text.append(')');
        }
    }

    private static void appendHistory(StringBuilder text, long attempts, String sourceQueue, String reason) {
        if (attempts > 0) {
            text.append("  (attempt ").append(attempts).append(')');
        }
        if (!sourceQueue.isEmpty()) {
            appendPrintable(text.append("  (from "), sourceQueue);
            appendPrintable(text.append(": "), reason);
            text.append(')');
        }
    }

    private static void appendContent(StringBuilder text, ByteString payload, Map<String, String> headers) {
        if (payload.isValidUtf8()) {
            appendPrintable(text.append("  "), payload.toStringUtf8());
        } else {
            text.append("  base64:").append(base64(payload));
        }
        headers.forEach((name, value) -> {
            appendPrintable(text.append("\n  "), name);
            appendPrintable(text.append(": "), value);
        });
    }

    /** Named as in the contract; a payload that is no text is {@code payload_base64} instead of {@code payload}. */
    static Json json(Delivery delivery) {
        return content(delivery.id(), delivery.headers(), delivery.payload())
                .putUnlessEmpty("source_queue", delivery.sourceQueue())
                .putUnlessEmpty("dead_letter_reason", delivery.deadLetterReason())
                .putUnlessEmpty("script_fallback", delivery.scriptFallback())
                .put("fairness_key", delivery.fairnessKey())
                .put("weight", delivery.weight())
                .putStrings("throttle_keys", delivery.throttleKeys())
                .put("attempt_count", delivery.attempts())
                .put("queue_id", delivery.queue())
                .put("enqueued_at", delivery.enqueuedAt().toString())
                .put("leased_at", delivery.leasedAt().toString());
    }

    static Json json(String queue, StoredMessage message) {
        Json json = content(message.id(), message.headers(), message.payload())
                .putUnlessEmpty("source_queue", message.sourceQueue())
                .putUnlessEmpty("dead_letter_reason", message.deadLetterReason())
                .putUnlessEmpty("script_fallback", message.scriptFallback())
                .putUnlessEmpty("dedup_key", message.dedupKey())
                .put("fairness_key", message.fairnessKey())
                .put("weight", message.weight())
                .putStrings("throttle_keys", message.throttleKeys())
                .put("attempt_count", message.attempts())
                .put("queue_id", queue)
                .put("enqueued_at", message.enqueuedAt().toString())
                .put("state", message.state().name().toLowerCase(Locale.ROOT));
        message.dueAt().ifPresent(due -> json.put("due_at", due.toString()));
        message.dueIn().ifPresent(left -> json.put("due_in_ms", left.toMillis()));
        return json;
    }

    private static Json content(String id, Map<String, String> headers, ByteString payload) {
        Json json = new Json().put("id", id).put("headers", headers);
        return payload.isValidUtf8()
                ? json.put("payload", payload.toStringUtf8())
                : json.put("payload_base64", base64(payload));
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
