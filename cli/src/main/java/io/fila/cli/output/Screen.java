package io.fila.cli.output;

/** What a screen takes for commands. */
public final class Screen {
    /** Goes to the upper left corner and wipes the screen. */
    public static final String WIPE = "\u001b[H\u001b[2J";

    private Screen() {}
}
