package io.fila.cli.arguments;

/**
 * Something that may be typed as {@code --name VALUE}, {@code --name=VALUE} or, for a flag, {@code --name}.
 *
 * @param label what stands for the value in the help; empty for a flag
 */
public record Option(String name, String label, Times times, String description) {

    /** How many values an option may have in all. */
    public enum Times {
        ONCE,
        /** The option may be repeated, with a value each time. */
        REPEATED,
        /** The option may be repeated, and each time all values up to the next option are its own. */
        GREEDY
    }

    public static Option flag(String name, String description) {
        return new Option(name, "", Times.ONCE, description);
    }

    public static Option value(String name, String label, String description) {
        return new Option(name, label, Times.ONCE, description);
    }

    public boolean isFlag() {
        return label.isEmpty();
    }

    /** How it is written in the help. */
    public String usage() {
        return isFlag() ? name : name + " " + label;
    }
}
