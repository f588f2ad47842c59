package io.fila.server.http;

import io.fila.core.reply.Refusal;
import io.fila.server.log.JsonText;
import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A whole answer to a request. */
record Answer(int status, String type, String text, Map<String, String> headers) {
    static final String JSON = "application/json";
    static final String TEXT = "text/plain; charset=utf-8";

    private static final String BEARER = "Bearer";

    static Answer json(String text) {
        return of(200, JSON, text);
    }

    static Answer of(int status, String type, String text) {
        return new Answer(status, type, text, Map.of());
    }

    static Answer refusal(Refusal refusal) {
        return refusal(
                refusal.code().name(), refusal.sentence(), TimeUnit.NANOSECONDS.toMillis(refusal.retryAfterNanos()));
    }

    static Answer refusal(Status status, long retryAfterMillis) {
        String sentence = status.getDescription();
        return refusal(status.getCode().name(), sentence == null ? "" : sentence, retryAfterMillis);
    }

    static Answer invalid(String sentence) {
        return refusal(Refusal.invalid(sentence));
    }

    /** What goes out. */
    byte[] body() {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Answer refusal(String code, String sentence, long retryAfterMillis) {
        int status = statusOf(code);
        Map<String, String> headers = Map.of();
        if (retryAfterMillis > 0) {
            headers = Map.of("retry-after", Long.toString(roundedUpToSeconds(retryAfterMillis)));
        } else if (status == 401) {
            headers = Map.of("www-authenticate", BEARER);
        }
        return new Answer(status, JSON, error(code, sentence), headers);
    }

    /** How an error is written: a code for programs, a sentence for people. */
    static String error(String code, String sentence) {
        return "{\"code\":" + JsonText.quoted(code) + ",\"message\":" + JsonText.quoted(sentence) + "}";
    }

    private static long roundedUpToSeconds(long millis) {
        return (millis + 999) / 1000;
    }

    /** The status for a code of gRPC's, as Google's APIs translate them. */
    static int statusOf(String code) {
        return switch (code) {
            case "OK" -> 200;
            case "INVALID_ARGUMENT", "FAILED_PRECONDITION", "OUT_OF_RANGE" -> 400;
            case "UNAUTHENTICATED" -> 401;
            case "PERMISSION_DENIED" -> 403;
            case "NOT_FOUND" -> 404;
            case "ALREADY_EXISTS", "ABORTED" -> 409;
            case "RESOURCE_EXHAUSTED" -> 429;
            case "UNIMPLEMENTED" -> 501;
            case "UNAVAILABLE" -> 503;
            case "DEADLINE_EXCEEDED" -> 504;
            default -> 500;
        };
    }
}
