package io.fila.cli.output;

/** A bar as long as its part of the most; what is there at all can be seen. Tables give it a width. */
public record Bar(long part, long most) {
    static final int LONGEST = 30;
    static final int SHORTEST = 5;

    String within(int width) {
        return most <= 0 || part <= 0 ? "" : "█".repeat((int) Math.max(1, Math.min(part, most) * width / most));
    }
}
