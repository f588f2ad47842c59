package io.fila.retracker.outbound;

import io.fila.retracker.bencode.Bencoded;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a tracker that failed says about trying again (BEP 31). */
public sealed interface RetryAdvice {
    /** Beyond this many minutes a job is not kept: the client announces again anyway. */
    int LATER_MINUTES = 10;

    /** It did not say, or nothing that makes sense. */
    record None() implements RetryAdvice {}

    /** Not until an operator has looked into it. */
    record Never() implements RetryAdvice {}

    /** After so long, which is worth waiting for. */
    record Soon(Duration delay) implements RetryAdvice {}

    /** After so long, which is not. */
    record Later(Duration delay) implements RetryAdvice {}

    RetryAdvice NONE = new None();

    /** A year. Longer values are not meant seriously. */
    int MOST_MINUTES = 366 * 24 * 60;

    Pattern NUMERAL = Pattern.compile("[0-9]{1,9}");

    /** Reads the value of {@code retry in}: minutes, as a number or in digits, or the word never. */
    static RetryAdvice read(@Nullable Bencoded value) {
        return switch (value) {
            case Bencoded.Whole whole -> minutes(whole.value());
            case Bencoded.Text text when text.bytes().equals("never") -> new Never();
            case Bencoded.Text text
            when NUMERAL.matcher(text.bytes()).matches() -> minutes(Long.parseLong(text.bytes()));
            case null, default -> NONE;
        };
    }

    private static RetryAdvice minutes(long minutes) {
        if (minutes < 1) {
            return NONE;
        }
        Duration delay = Duration.ofMinutes(Math.min(minutes, MOST_MINUTES));
        return minutes < LATER_MINUTES ? new Soon(delay) : new Later(delay);
    }
}
