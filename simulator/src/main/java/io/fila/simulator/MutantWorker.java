package io.fila.simulator;

import io.fila.simulator.mutant.Worker;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The process in which {@code --mutants} tries mutants; its arguments are {@code SEEDS TESTS}. */
final class MutantWorker {
    private MutantWorker() {}

    public static void main(String[] words) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Output of a test must not look like an answer.
        System.setOut(System.err);
        new Worker(MutantWorker::brokenLaw, Integer.parseInt(words[0]), words[1]).serve(out);
    }

    /** The law that a life of this seed breaks; null if none. */
    static @Nullable String brokenLaw(long seed) {
        return brokenLaw(seed, 1);
    }

    /** The same on so many machines. */
    static @Nullable String brokenLaw(long seed, int nodes) {
        return Life.judged(seed, nodes, line -> {}).run().cause();
    }
}
