package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.FilaProcess;
import java.time.Duration;
import java.util.List;

public final class FairnessBench {
    public static void run(String[] args) throws Exception {
        FairnessOptions options = FairnessOptions.parse(List.of(args));
        try (FilaProcess process = FilaProcess.start(FilaProcess.launcher(), options.directory(), "group");
                Broker fila = new FilaBroker("Fila", process.address())) {
            for (long ms : new long[] {0, 5}) {
                Dwelling d = new DwellRun(
                                Workload.beside("x" + ms, 20000, Duration.ofMillis(ms)),
                                Duration.ofSeconds(2),
                                options.time())
                        .on(fila);
                System.err.println(ms + " " + d.dwell().percentile(50) + " " + d.p99() + " "
                        + d.dwell().max() + " " + d.perSecond() + " "
                        + d.dwell().count());
            }
        }
    }
}
