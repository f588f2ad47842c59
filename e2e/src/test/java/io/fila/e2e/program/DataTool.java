package io.fila.e2e.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The packaged program that works on data directories without a broker. */
public final class DataTool {
    private DataTool() {}

    public static Finished run(Path directory, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Checkout.java().toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                Checkout.serverJar().toString(),
                "io.fila.server.tool.Main"));
        command.addAll(List.of(arguments));
        try (Program program = Program.start(directory, Map.of(), command)) {
            return program.finish();
        }
    }
}
