package io.fila.simulator.mutant;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Tries mutants in a process of its own, because some of them never end: reads {@code CLASS NUMBER}, a line each, and answers
 * with who noticed, or {@link #NOBODY}.
 */
public final class Worker {
    /** Nobody noticed. */
    static final String NOBODY = "nobody";

    /** The first answer: the broker as it is passes. */
    static final String READY = "ready";

    /** A mutant that takes so many times the processor time of the broker as it is never ends, or might as well. */
    private static final int MOST_WORK = 3;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** A mutant that has taken no processor time when it was looked at so often waits for something that never happens. */
    private static final int MOST_LOOKS = 600;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LongFunction<@Nullable String> life;
    private final int seeds;
    private final @Nullable UnitTests tests;
    private long soundNanos;

    /**
     * A worker.
     *
     * @param life lives a seed, and tells what went wrong in it, or null
     * @param seeds how many a mutant has to survive
     * @param tests a directory of test classes; empty for none
     */
    public Worker(LongFunction<@Nullable String> life, int seeds, String tests) {
        this.life = life;
        this.seeds = seeds;
        this.tests = tests.isEmpty() ? null : new UnitTests(tests);
    }

    /** Tries what it is told until nothing more comes. */
    public void serve(PrintStream out)
            throws IOException, ReflectiveOperationException, UnmodifiableClassException, InterruptedException {
        String sound = whoNotices();
        soundNanos = THREADS.getCurrentThreadCpuTime();
        out.println(sound.equals(NOBODY) ? READY : "the broker as it is does not pass: " + sound);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] parts = line.split(" ", 2);
                out.println(judge(parts[0], Integer.parseInt(parts[1])));
            }
        }
    }

    private String judge(String className, int number)
            throws ReflectiveOperationException, UnmodifiableClassException, InterruptedException {
        byte[] original = Agent.original(className);
        Mutator mutator = new Mutator(className, original, Worker.class.getClassLoader());
        try {
            Agent.redefine(className, mutator.mutate(mutator.all().get(number)));
        } catch (LinkageError impossible) {
            return "the verifier";
        }
        String[] killer = {"an exception nobody expected"};
        Thread trial = new Thread(() -> killer[0] = whoNotices(), "trial");
        trial.setDaemon(true);
        trial.start();
        if (!ends(trial)) {
            return Mutants.ENDLESS;
        }
        Agent.redefine(className, original);
        return killer[0];
    }

    /**
     * Goes by processor time, so that a busy machine is not taken for a mutant that never ends, and counts looks instead of
     * seconds, so that a process that was stopped for a while is not either.
     */
    private boolean ends(Thread trial) throws InterruptedException {
        long workedNanos = 0;
        int looks = 0;
        while (!trial.join(BETWEEN_LOOKS)) {
            long nanos = THREADS.getThreadCpuTime(trial.threadId());
            looks = nanos > workedNanos ? 0 : looks + 1;
            workedNanos = Math.max(workedNanos, nanos);
            if (workedNanos > MOST_WORK * soundNanos || looks == MOST_LOOKS) {
                return false;
            }
        }
        return true;
    }

    private String whoNotices() {
        if (tests != null && !tests.pass()) {
            return "a unit test";
        }
        for (long seed = 1; seed <= seeds; seed++) {
            String wrong = life.apply(seed);
            if (wrong != null) {
                return wrong;
            }
        }
        return NOBODY;
    }
}
