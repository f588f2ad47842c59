package io.fila.cli;

import java.time.Duration;

/**
 * One life of a queue, told in commands, and a load: what the launcher has the JVM remember, so that commands start fast, and brokers
 * are fast as soon as they have started.
 */
public final class Rehearsal {
    private static final String QUEUE = "fila.rehearsal";

    private Rehearsal() {}

    /** Runs against the broker at the address that is given, which nobody else may use; after it, how many seconds the load lasts. */
    public static void main(String[] arguments) {
        String address = arguments[0];
        Main.startFast();
        ProcessTerminal terminal = new ProcessTerminal();
        Shell shell = new Shell(terminal);
        int worst = 0;
        for (String[] command : new String[][] {
            {"--help"},
            {"queue", "create", QUEUE, "--addr", address},
            {"enqueue", QUEUE, "one coffee", "--header", "table=4", "--key", "acme", "--addr", address},
            {"queue", "list", "--addr", address},
            {"queue", "inspect", QUEUE, "--addr", address},
            {"consume", QUEUE, "--ack", "--count", "1", "--addr", address},
            {"queue", "list", "--output", "json", "--addr", address},
            {"queue", "delete", QUEUE, "--addr", address},
            {"queue", "delete", QUEUE, "--addr", address}
        }) {
            worst = Math.max(worst, shell.run(command));
        }
        if (arguments.length > 1) {
            RehearsalLoad.run(address, Duration.ofSeconds(Long.parseLong(arguments[1])));
        }
        System.exit(terminal.ended(worst));
    }
}
