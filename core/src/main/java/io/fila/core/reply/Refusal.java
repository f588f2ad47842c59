package io.fila.core.reply;

/** A request that was understood and not carried out: a code for programs, a sentence for people. */
public record Refusal(Code code, String sentence) {
    /** The catalogue of refusals. */
    public enum Code {
        INVALID_ARGUMENT,
        NOT_FOUND,
        ALREADY_EXISTS,
        RESOURCE_EXHAUSTED,
        FAILED_PRECONDITION,
        UNAVAILABLE
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

    public static Refusal failedPrecondition(String sentence) {
        return new Refusal(Code.FAILED_PRECONDITION, sentence);
    }

    public static Refusal unavailable(String sentence) {
        return new Refusal(Code.UNAVAILABLE, sentence);
    }
}
