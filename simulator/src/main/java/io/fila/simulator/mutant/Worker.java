package io.fila.simulator.mutant;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Tries mutants in a process of its own, because some of them never end: reads {@code CLASS NUMBER SEEDS}, a line each, and
 * answers with the first seed that noticed, or 0.
 */
public final class Worker {
    private Worker() {}

    public static void main(String[] words) throws IOException, ClassNotFoundException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] parts = line.split(" ", 3);
                out.println(killer(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2])));
            }
        }
    }

    private static long killer(String className, int number, int seeds) throws IOException, ClassNotFoundException {
        ClassLoader loader = Worker.class.getClassLoader();
        Mutator mutator = new Mutator(className, MutantLoader.bytes(loader, className), loader);
        List<Mutation> all = mutator.all();
        byte[] mutant = mutator.mutate(all.get(number));
        ClassLoader broken = new MutantLoader(loader, className, mutant);
        try {
            Method check = broken.loadClass("io.fila.simulator.Simulation").getDeclaredMethod("check", long.class);
            check.setAccessible(true);
            for (long seed = 1; seed <= seeds; seed++) {
                Object verdict = check.invoke(null, seed);
                Method passed = verdict.getClass().getDeclaredMethod("passed");
                passed.setAccessible(true);
                if (!(boolean) passed.invoke(verdict)) {
                    return seed;
                }
            }
            return 0;
        } catch (ReflectiveOperationException | LinkageError | StackOverflowError | OutOfMemoryError broke) {
            return 1;
        }
    }
}
