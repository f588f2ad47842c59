package io.fila.benchmarks;

import io.fila.benchmarks.policy.BurningScript;
import io.fila.benchmarks.quick.QuickBench;
import io.fila.benchmarks.retracker.RetrackerLoad;
import io.fila.benchmarks.storage.BacklogRestart;
import io.fila.benchmarks.storage.LeaseCost;
import java.util.Arrays;

/**
 * Runs benchmarks: {@code --quick} for the whole broker beside another, {@code jmh [JMH options]} for the structures,
 * {@code leases [SECONDS [ROUNDS [DIRECTORY]]]} for what durable leases and buckets cost,
 * {@code backlog fill|open|drain DIRECTORY …} for a restart with a large backlog, {@code burning ADDRESS} for what a script
 * that burns its time costs another queue, {@code retracker [OPTIONS]} for the retracker under load.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (args.length == 0 ? "" : args[0]) {
            case "--quick" -> QuickBench.run(rest);
            case "jmh" -> org.openjdk.jmh.Main.main(rest);
            case "leases" -> LeaseCost.run(rest);
            case "backlog" -> BacklogRestart.run(rest);
            case "burning" -> BurningScript.run(rest);
            case "retracker" -> RetrackerLoad.run(rest);
            default -> {
                System.err.println(
                        "Expected a benchmark to run but got " + Arrays.toString(args)
                                + "; say `fila bench --quick`, or `fila bench jmh [JMH options]`, for example"
                                + " `fila bench jmh Scheduling`, or `fila bench leases`, or `fila bench backlog"
                                + " fill|open|drain DIRECTORY`, or `fila bench burning ADDRESS`, or `fila bench retracker [--seconds N]`.");
                System.exit(2);
            }
        }
    }
}
