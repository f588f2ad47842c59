package io.fila.cli.output;

import java.io.PrintStream;

/** Where a command's results go, in the format that was asked for. */
public final class Output {
    private final PrintStream stream;
    private final Format format;

    public Output(PrintStream stream, Format format) {
        this.stream = stream;
        this.format = format;
    }

    /** Prints one result: its lines for people, or one line of JSON for programs. */
    public void print(Object text, Json json) {
        stream.print(format == Format.JSON ? json + "\n" : text + "\n");
        stream.flush();
    }

    /** Prints something that only people need to be told. */
    public void printText(String text) {
        if (format == Format.TEXT) {
            stream.print(text + "\n");
            stream.flush();
        }
    }

    /** Prints what a screen takes for a command; programs never see it. */
    public void printScreen(String control) {
        if (format == Format.TEXT) {
            stream.print(control);
        }
    }

    /** Prints something that people are told in another way. */
    public void printJson(Json json) {
        if (format == Format.JSON) {
            print("", json);
        }
    }

    /** Whether nobody reads any more, as when {@code head} has seen enough. */
    public boolean abandoned() {
        return stream.checkError();
    }
}
