package io.fila.simulator;

import java.time.Duration;

/**
 * What to simulate.
 *
 * @param time after which no further seed is begun
 * @param trace print every event, and live each seed once
 * @param nodes on how many machines each broker runs; 0 to let the seed decide
 * @param explanations try what the broker says of why something waits, instead of living whole lives
 * @param mutants break the broker in one of so many places, one at a time, and see whether seeds notice; 0 for not at all
 * @param only break only what has this regular expression in its name
 * @param tests unit tests that look at broken brokers too, as a class path; empty for none
 */
record Arguments(
        long firstSeed,
        long lastSeed,
        Duration time,
        boolean trace,
        int nodes,
        boolean explanations,
        int mutants,
        String only,
        String tests) {
    static final String USAGE = """
            Usage: fila simulate [--seed N | --seeds A..B] [--minutes M] [--nodes N] [--trace | --explanations | --mutants N [--only REGEX] [--tests PATH]]

              --seeds A..B  the seeds to run, each twice; default 1..200
              --seed N      one seed
              --minutes M   start no seed after this time; without --seeds, start at a new seed
              --nodes N     run every broker on so many machines; by default every fourth seed is a cluster of three
              --trace       print every command, record and delivery, and run each seed once
              --explanations
                            check the answers of fila explain in situations made from these seeds instead
              --mutants N   break the broker in every Nth place, one at a time, and report those that 20 seeds do not notice
              --only REGEX  break only places whose class, method and kind of change it matches, as in Lane.park
              --tests PATH  a class path that begins with a directory of unit tests, which look at each mutant before the seeds
                            do, and holds JUnit's console; .ci/mutants gives that of core
              --help        print this""";
    private static final Duration UNLIMITED = Duration.ofDays(10_000);
    private static final long DEFAULT_SEEDS = 200;
    private static final int MOST_NODES = 7;

    /**
     * Reads the command line.
     *
     * @param someSeed where to begin if there is only a time
     */
    static Arguments parse(String[] words, long someSeed) {
        long first = 1;
        long last = DEFAULT_SEEDS;
        boolean named = false;
        boolean trace = false;
        int nodes = 0;
        boolean explanations = false;
        int mutants = 0;
        String only = "";
        String tests = "";
        Duration time = UNLIMITED;
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--seed" -> {
                    first = number(words, ++i);
                    last = first;
                    named = true;
                }
                case "--seeds" -> {
                    String[] ends = text(words, ++i).split("\\.\\.", 2);
                    if (ends.length != 2) {
                        throw new IllegalArgumentException("Expected --seeds A..B but found " + words[i] + ".");
                    }
                    first = number(ends[0]);
                    last = number(ends[1]);
                    named = true;
                }
                case "--minutes" -> time = Duration.ofMinutes(number(words, ++i));
                case "--nodes" -> nodes = Math.clamp(number(words, ++i), 1, MOST_NODES);
                case "--trace" -> trace = true;
                case "--explanations" -> explanations = true;
                case "--mutants" -> mutants = Math.clamp(number(words, ++i), 1, Integer.MAX_VALUE);
                case "--only" -> only = text(words, ++i);
                case "--tests" -> tests = text(words, ++i);
                default -> throw new IllegalArgumentException("Expected an option but found " + words[i] + ".");
            }
        }
        if (!named && !time.equals(UNLIMITED)) {
            first = someSeed;
            last = Long.MAX_VALUE;
        }
        return new Arguments(first, last, time, trace, nodes, explanations, mutants, only, tests);
    }

    /** Whether a range of seeds was given, and not only a time. */
    boolean isRange() {
        return lastSeed != Long.MAX_VALUE;
    }

    private static String text(String[] words, int at) {
        if (at >= words.length) {
            throw new IllegalArgumentException("Expected a value after " + words[at - 1] + " but found the end.");
        }
        return words[at];
    }

    private static long number(String[] words, int at) {
        return number(text(words, at));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("Expected a number but found " + text + ".", notANumber);
        }
    }
}
