package io.fila.e2e.history;

import org.jspecify.annotations.Nullable;

/**
 * One call about something that has a value or is not there.
 *
 * @param value what it was to be, or what it was found to be; empty for nothing
 * @param returned when the answer came; of one without an answer, the end of time: it may have had its effect by then, or not
 */
record Call(Kind kind, String value, Answer answer, long invoked, long returned) {
    private static final String NOTHING = "";

    /** What was asked. */
    enum Kind {
        READ,
        PUT,
        CREATE,
        UPDATE,
        DELETE
    }

    /** What was answered. */
    enum Answer {
        DONE,
        /** It is there already, or is not there. */
        REFUSED,
        UNKNOWN
    }

    static Call answered(Kind kind, String value, Answer answer, long invoked, long returned) {
        return new Call(kind, value, answer, invoked, returned);
    }

    static Call unanswered(Kind kind, String value, long invoked) {
        return new Call(kind, value, Answer.UNKNOWN, invoked, Long.MAX_VALUE);
    }

    boolean isAnswered() {
        return answer != Answer.UNKNOWN;
    }

    /** The value after this call on something that had a value; null if it would not have been answered so. */
    @Nullable String after(String before) {
        boolean there = !before.equals(NOTHING);
        return switch (kind) {
            case READ -> before.equals(value) ? before : null;
            case PUT -> value;
            case CREATE -> there ? refused(before) : done(value);
            case UPDATE -> there ? done(value) : refused(before);
            case DELETE -> there ? done(NOTHING) : refused(before);
        };
    }

    private @Nullable String done(String after) {
        return answer == Answer.REFUSED ? null : after;
    }

    private @Nullable String refused(String before) {
        return answer == Answer.DONE ? null : before;
    }

    @Override
    public String toString() {
        return kind + " \"" + value + "\" " + answer + " [" + invoked + ", "
                + (isAnswered() ? Long.toString(returned) : "") + "]";
    }
}
