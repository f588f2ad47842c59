package io.fila.cli.arguments;

import java.util.function.Supplier;

/** A mistake in the command line; the message is a sentence for the user. */
public final class WrongUsage extends RuntimeException {
    private static final long serialVersionUID = 1;

    public WrongUsage(String sentence) {
        super(sentence);
    }

    /** A value made of what the user typed, where a value that can't be is the user's mistake. */
    public static <T> T unless(Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new WrongUsage(e.getMessage() == null ? e.toString() : e.getMessage());
        }
    }
}
