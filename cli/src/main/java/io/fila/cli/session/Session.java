package io.fila.cli.session;

import io.fila.cli.output.Json;
import io.fila.cli.output.Output;
import io.fila.client.Admin;
import io.fila.client.FilaClient;

/** The context of a running command. */
public record Session(FilaClient fila, Terminal terminal, Output output) {

    public Admin admin() {
        return fila.admin();
    }

    /** Prints one result: its lines for people, or one line of JSON for programs. */
    public void print(Object text, Json json) {
        output.print(text, json);
    }

    /** Tells whoever sits at the terminal something beside the result, where no program reads it for one; nothing if empty. */
    public void hint(String sentence) {
        if (!sentence.isEmpty()) {
            terminal.err().println(sentence);
        }
    }

    /** Prints something that only people need to be told. */
    public void printText(String text) {
        output.printText(text);
    }
}
