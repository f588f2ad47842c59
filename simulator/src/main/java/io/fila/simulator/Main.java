package io.fila.simulator;

import io.fila.simulator.explain.ExplanationTrial;
import io.fila.simulator.mutant.Mutants;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** The simulator as a program: seeds in, verdict out. */
public final class Main {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    private static final Duration BETWEEN_PROGRESS_LINES = Duration.ofSeconds(30);

    private static final int SEEDS_FOR_A_MUTANT = 20;

    private final Arguments arguments;
    private final PrintStream out;
    private long seeds;
    private long turns;
    private long events;
    private double simulatedHours;
    private long failures;
    private long explanations;

    private Main(Arguments arguments, PrintStream out) {
        this.arguments = arguments;
        this.out = out;
    }

    public static void main(String[] words) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream problems = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(words, out, problems));
    }

    static int run(String[] words, PrintStream out, PrintStream problems) {
        List<String> typed = List.of(words);
        if (typed.contains("--help") || typed.contains("-h")) {
            out.println(Arguments.USAGE);
            return OK;
        }
        try {
            return new Main(Arguments.parse(words, System.currentTimeMillis()), out).run();
        } catch (IllegalArgumentException wrong) {
            problems.println("Error: " + wrong.getMessage());
            problems.println(Arguments.USAGE);
            return WRONG_USAGE;
        }
    }

    private int run() {
        return arguments.mutants() > 0 ? breakTheBroker() : live();
    }

    private int breakTheBroker() {
        try (Mutants mutants = new Mutants(out, MutantWorker.class.getName(), SEEDS_FOR_A_MUTANT, arguments.tests())) {
            mutants.run(arguments.mutants(), Pattern.compile(arguments.only()));
            return OK;
        } catch (IOException | ReflectiveOperationException broken) {
            throw new IllegalStateException("Expected to break the broker but can't: " + broken, broken);
        }
    }

    private int live() {
        long startedNanos = System.nanoTime();
        long toldNanos = startedNanos;
        for (long seed = arguments.firstSeed(); seed <= arguments.lastSeed(); seed++) {
            long nowNanos = System.nanoTime();
            if (nowNanos - startedNanos >= arguments.time().toNanos()) {
                break;
            }
            if (nowNanos - toldNanos >= BETWEEN_PROGRESS_LINES.toNanos()) {
                toldNanos = nowNanos;
                tell("So far");
            }
            if (arguments.explanations()) {
                explain(seed);
            } else {
                live(seed);
            }
        }
        tell("Done");
        long asked = arguments.lastSeed() - arguments.firstSeed() + 1;
        if (arguments.isRange() && seeds < asked) {
            out.printf("The time ran out: %,d of %,d seeds ran, the rest did not.%n", seeds, asked);
        }
        return failures == 0 ? OK : FAILED;
    }

    private void live(long seed) {
        Verdict verdict = arguments.trace()
                ? Life.judged(seed, nodes(seed), out::println).run()
                : Simulation.check(seed, nodes(seed));
        seeds++;
        turns += verdict.turns();
        events += verdict.events();
        simulatedHours += verdict.simulatedNanos() / 3.6e12;
        if (!verdict.passed()) {
            failures++;
            out.println(verdict.report());
        }
    }

    private int nodes(long seed) {
        return arguments.nodes() > 0 ? arguments.nodes() : Simulation.nodes(seed);
    }

    private void explain(long seed) {
        seeds++;
        try {
            explanations += ExplanationTrial.of(seed);
        } catch (IllegalStateException wrong) {
            failures++;
            out.println(wrong.getMessage());
        }
    }

    private void tell(String when) {
        if (arguments.explanations()) {
            out.printf(
                    "%s: %,d situations from %d, %,d explanations, %d situations with a wrong one.%n",
                    when, seeds, arguments.firstSeed(), explanations, failures);
            return;
        }
        out.printf(
                "%s: %,d seeds from %d, each run %s, %,.1f simulated hours, %,d turns, %,d events, %d failed.%n",
                when,
                seeds,
                arguments.firstSeed(),
                arguments.trace() ? "once" : "twice",
                simulatedHours,
                turns,
                events,
                failures);
    }
}
