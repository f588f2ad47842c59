package io.fila.benchmarks;

import java.io.IOException;
import java.util.Arrays;

/** Runs benchmarks: {@code jmh [JMH options]} for the structures. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        if (args.length > 0 && args[0].equals("jmh")) {
            org.openjdk.jmh.Main.main(Arrays.copyOfRange(args, 1, args.length));
            return;
        }
        System.err.println("Expected a benchmark to run but got " + Arrays.toString(args)
                + "; say `fila bench jmh [JMH options]`, for example `fila bench jmh Scheduling`.");
        System.exit(2);
    }
}
