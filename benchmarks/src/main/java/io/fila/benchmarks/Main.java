package io.fila.benchmarks;

import io.fila.benchmarks.cluster.ClusterBench;
import io.fila.benchmarks.core.RoundLengths;
import io.fila.benchmarks.fairness.FairnessBench;
import io.fila.benchmarks.journal.JournalCost;
import io.fila.benchmarks.policy.BurningScript;
import io.fila.benchmarks.retracker.RetrackerLoad;
import io.fila.benchmarks.storage.BacklogRestart;
import io.fila.benchmarks.storage.BackupCost;
import io.fila.benchmarks.storage.LeaseCost;
import io.fila.benchmarks.whole.AuthCost;
import io.fila.benchmarks.whole.BuildCost;
import io.fila.benchmarks.whole.TelemetryCost;
import io.fila.benchmarks.whole.WholeBench;
import java.util.Arrays;
import java.util.List;

/** Runs benchmarks, as {@link #USAGE} says. */
public final class Main {
    private static final String USAGE = """
            Usage: fila bench [WHICH] [OPTIONS]

              [--quick] [--peers nats,redis,kafka,artemis,rabbitmq] [--warm-up SECONDS] [--seconds SECONDS]
                      [--only WORKLOADS] [--without group|os|unary|script|growth]… [--data-dir DIR] [--output DIR]
                                                                 the whole broker, beside others if asked
              fairness [--quick] [--warm-up SECONDS] [--seconds SECONDS] [--cases PATTERN] [--launcher FILE]
                      [--after FILE] [--data-dir DIR] [--json FILE] [--svg DIR] [--without nats|fifo|apart]…
                                                                 what a quiet tenant waits beside noisy ones
              jmh [JMH OPTIONS]                                  the structures; `jmh -h` lists the options
              rounds                                             rules for the length of a round, in the core alone
              leases [SECONDS [ROUNDS [DIRECTORY]]]              what durable leases and buckets cost
              journal [SECONDS [ROUNDS [DIRECTORY]]]             what a turn costs: RocksDB, or a log before it
              backlog fill|open|drain DIRECTORY …                a restart with a large backlog
              auth [KEYS [ROUNDS [SECONDS]]]                     what API keys cost
              builds [ROUNDS [SECONDS [LAUNCHER|FLAGS…]]]        this build beside others, or with other flags of the JVM
              cluster [ROUNDS [SECONDS [LAUNCHER…]]]             three nodes, beside those of other builds
              cluster peers [ROUNDS [SECONDS [DIRECTORY]]]       three nodes, beside RabbitMQ's and those of NATS
              cluster transfers [COUNT]                          gaps while the lead is handed over
              cluster wiped [MEGABYTES [ROUNDS]]                 a node that lost its disk
              cluster idle [SECONDS]                             three nodes that have nothing to do
              telemetry [ROUNDS [SECONDS]]                       what counting and tracing cost
              backup [ROUNDS [SECONDS [BACKLOG [EVERY]]]]        what backups cost a busy broker
              burning ADDRESS                                    what a script that burns its time costs another queue
              retracker [--warm-up SECONDS] [--seconds N] [--sample SECONDS] [--http RATE] [--udp RATE]
                      [--hashes N] [--forwarders N] [--bad N] [--hanging N] [--data-dir DIR] [--set "KEY = VALUE; …"]
                                                                 the retracker under load
              --help                                             print this""";
    private static final int WRONG_USAGE = 2;

    private Main() {}

    public static void main(String[] args) throws Exception {
        List<String> words = List.of(args);
        String which = words.isEmpty() ? "" : words.getFirst();
        if (!which.equals("jmh") && (words.contains("--help") || words.contains("-h"))) {
            System.out.println(USAGE);
            return;
        }
        String[] rest = words.isEmpty() ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (which) {
            case "", "--quick", "--peers", "--seconds", "--warm-up", "--only", "--without", "--data-dir", "--output" ->
                WholeBench.run(args);
            case "fairness" -> FairnessBench.run(rest);
            case "jmh" -> org.openjdk.jmh.Main.main(rest);
            case "rounds" -> RoundLengths.run();
            case "leases" -> LeaseCost.run(rest);
            case "journal" -> JournalCost.run(rest);
            case "backlog" -> BacklogRestart.run(rest);
            case "auth" -> AuthCost.run(rest);
            case "builds" -> BuildCost.run(rest);
            case "cluster" -> ClusterBench.run(rest);
            case "telemetry" -> TelemetryCost.run(rest);
            case "backup" -> BackupCost.run(rest);
            case "burning" -> BurningScript.run(rest);
            case "retracker" -> RetrackerLoad.run(rest);
            default -> {
                System.err.println(
                        "Error: Expected nothing, --quick or another option, fairness, jmh, rounds, leases, journal, backlog, auth,"
                                + " builds, cluster, telemetry, backup, burning or retracker but found "
                                + which + ".");
                System.err.println(USAGE);
                System.exit(WRONG_USAGE);
            }
        }
    }
}
