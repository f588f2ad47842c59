package io.fila.cli.output;

/** A bar as long as its part of the most; what is there at all can be seen. */
public record Bar(long part, long most) {
    private static final int WIDTH = 30;

    @Override
    public String toString() {
        return most <= 0 || part <= 0 ? "" : "█".repeat((int) Math.max(1, Math.min(part, most) * WIDTH / most));
    }
}
