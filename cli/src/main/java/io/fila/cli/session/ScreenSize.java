package io.fila.cli.session;

/** How many characters a line of a screen has, and how many lines it has. */
public record ScreenSize(int columns, int rows) {
    /** What is supposed where nobody tells. */
    public static final ScreenSize USUAL = new ScreenSize(80, 24);
}
