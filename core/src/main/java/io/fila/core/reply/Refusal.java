package io.fila.core.reply;

/**
 * A refused request: a code for programs, a sentence for people.
 *
 * @param retryAfterNanos when to try again, if the broker can tell; 0 if not
 */
public record Refusal(Code code, String sentence, long retryAfterNanos) {
    /** The catalogue of refusals. */
    public enum Code {
        UNAUTHENTICATED,
        PERMISSION_DENIED,
        INVALID_ARGUMENT,
        NOT_FOUND,
        ALREADY_EXISTS,
        RESOURCE_EXHAUSTED,
        FAILED_PRECONDITION,
        UNAVAILABLE
    }

    private Refusal(Code code, String sentence) {
        this(code, sentence, 0);
    }

    /** The caller has no valid key. The reason is not disclosed. */
    public static Refusal unauthenticated() {
        return new Refusal(Code.UNAUTHENTICATED, "invalid or missing api key");
    }

    public static Refusal denied(String sentence) {
        return new Refusal(Code.PERMISSION_DENIED, sentence);
    }

    /** The caller may not do something with a queue. */
    public static Refusal denied(String permission, String queue) {
        return denied("key does not have " + permission + " permission on queue \"" + queue + "\"");
    }

    /** The caller may not administrate what is not a queue's alone. */
    public static Refusal deniedAdministration() {
        return denied("key does not have admin permission");
    }

    public static Refusal invalid(String sentence) {
        return new Refusal(Code.INVALID_ARGUMENT, sentence);
    }

    public static Refusal notFound(String sentence) {
        return new Refusal(Code.NOT_FOUND, sentence);
    }

    public static Refusal alreadyExists(String sentence) {
        return new Refusal(Code.ALREADY_EXISTS, sentence);
    }

    public static Refusal exhausted(String sentence) {
        return new Refusal(Code.RESOURCE_EXHAUSTED, sentence);
    }

    public static Refusal exhausted(String sentence, long retryAfterNanos) {
        return new Refusal(Code.RESOURCE_EXHAUSTED, sentence, retryAfterNanos);
    }

    public static Refusal failedPrecondition(String sentence) {
        return new Refusal(Code.FAILED_PRECONDITION, sentence);
    }

    public static Refusal unavailable(String sentence) {
        return new Refusal(Code.UNAVAILABLE, sentence);
    }
}
