package io.fila.cli.queue;

import io.fila.cli.arguments.WrongUsage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Lua as it is given on the command line: the text itself, or {@code @} and the file that holds it. */
final class Script {
    private Script() {}

    static String read(String argument) {
        if (!argument.startsWith("@")) {
            return argument;
        }
        String file = argument.substring(1);
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (IOException | InvalidPathException e) {
            throw new WrongUsage("Expected a readable UTF-8 file of Lua but can't read \"" + file + "\": " + e);
        }
    }
}
