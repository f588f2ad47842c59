package io.fila.benchmarks.cluster;

import java.util.Arrays;

/** Runs what is asked of a cluster. */
public final class ClusterBench {
    private ClusterBench() {}

    public static void run(String[] args) throws Exception {
        String which = args.length == 0 ? "" : args[0];
        String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
        switch (which) {
            case "peers" -> ClusterPeers.run(rest);
            case "transfers" -> TransferGaps.run(rest);
            case "wiped" -> WipedNode.run(rest);
            case "idle" -> IdleNodes.run(rest);
            default -> ClusterCost.run(args);
        }
    }
}
