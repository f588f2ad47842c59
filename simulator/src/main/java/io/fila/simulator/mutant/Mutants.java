package io.fila.simulator.mutant;

import io.fila.core.Limits;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Breaks the broker in one place after the other, and tells which of the broken ones nobody noticed. */
public final class Mutants implements AutoCloseable {
    /** The packages of the core in which decisions are made. */
    private static final List<String> PACKAGES =
            List.of("schedule", "broker", "broker.queue", "ready", "lease", "turn", "fairness", "throttle");

    /** What a worker says of a mutant that it can't get rid of; it must be ended. */
    static final String ENDLESS = "it never ended";

    private final PrintStream out;
    private final String workerClass;
    private final int seeds;
    private final String tests;
    private final Map<String, int[]> killedAndAll = new TreeMap<>();
    private final Map<String, Integer> killers = new TreeMap<>();
    private int survivors;
    private @Nullable Process worker;

    /**
     * Nothing is broken yet.
     *
     * @param workerClass whose {@code main} makes a {@link Worker} and lets it serve
     * @param seeds how many each mutant has to survive
     * @param tests a class path that begins with a directory of test classes, which each mutant has to survive too, and
     *     brings JUnit's console; empty for none
     */
    public Mutants(PrintStream out, String workerClass, int seeds, String tests) {
        this.out = out;
        this.workerClass = workerClass;
        this.seeds = seeds;
        this.tests = tests;
    }

    /** Tries every {@code step}th mutant of the classes and methods in whose names the pattern occurs. */
    public void run(int step, Pattern only) throws IOException, ReflectiveOperationException {
        List<Mutation> all = mutations(only);
        out.printf(
                "%,d mutants, of which one in %d is tried with %s%d seeds.%n",
                all.size(), step, tests.isEmpty() ? "" : "unit tests and ", seeds);
        for (int i = 0; i < all.size(); i += step) {
            tryOut(all.get(i));
        }
        tell();
    }

    private void tryOut(Mutation mutation) throws IOException {
        String killer = ask(mutation);
        int[] counts = killedAndAll.computeIfAbsent(mutation.group(), first -> new int[2]);
        counts[1]++;
        if (killer.equals(Worker.NOBODY)) {
            survivors++;
            out.println("survived: " + mutation);
        } else {
            counts[0]++;
            out.println("noticed: " + mutation + ": " + killer);
            killers.merge(killer, 1, Integer::sum);
        }
    }

    private void tell() {
        killedAndAll.forEach((group, counts) ->
                out.printf("%s: %d of %d noticed, %d %%%n", group, counts[0], counts[1], 100 * counts[0] / counts[1]));
        killers.forEach((killer, mutants) -> out.printf("noticed %d times: %s%n", mutants, killer));
        out.printf("%d survived.%n", survivors);
    }

    /** Who noticed. */
    private String ask(Mutation mutation) throws IOException {
        Process asked = worker();
        PrintWriter in = new PrintWriter(asked.getOutputStream(), true, StandardCharsets.UTF_8);
        in.println(mutation.className() + " " + mutation.number());
        String answer = asked.inputReader(StandardCharsets.UTF_8).readLine();
        if (answer == null || answer.equals(ENDLESS)) {
            close();
        }
        return answer == null ? "the process, which ended" : answer;
    }

    private Process worker() throws IOException {
        Process running = worker;
        if (running == null || !running.isAlive()) {
            String own = System.getProperty("java.class.path");
            running = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-javaagent:" + place(Mutants.class),
                            "-ea",
                            "-Xmx1g",
                            "-XX:+UseSerialGC",
                            "-cp",
                            tests.isEmpty() ? own : own + File.pathSeparator + tests,
                            workerClass,
                            Integer.toString(seeds),
                            tests.split(File.pathSeparator, 2)[0])
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            worker = running;
            String first = running.inputReader(StandardCharsets.UTF_8).readLine();
            if (!Worker.READY.equals(first)) {
                throw new IllegalStateException("Expected a broker that passes without a change but " + first);
            }
        }
        return running;
    }

    @Override
    public void close() {
        if (worker != null) {
            worker.destroyForcibly();
            worker = null;
        }
    }

    // ---- what there is to break ----

    private static List<Mutation> mutations(Pattern only) throws IOException, ClassNotFoundException {
        List<Mutation> all = new ArrayList<>();
        for (String name : classNames()) {
            all.addAll(new Mutator(name, Agent.original(name), Mutants.class.getClassLoader()).all());
        }
        return all.stream()
                .filter(mutation -> only.matcher(mutation.toString()).find())
                .toList();
    }

    private static List<String> classNames() throws IOException {
        Path core = place(Limits.class);
        if (Files.isDirectory(core)) {
            return classNames(core);
        }
        try (FileSystem jar = FileSystems.newFileSystem(core)) {
            return classNames(jar.getPath("/"));
        }
    }

    /** The directory or the jar that a class comes from. */
    private static Path place(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    private static List<String> classNames(Path root) throws IOException {
        List<String> names = new ArrayList<>();
        for (String each : PACKAGES) {
            try (Stream<Path> files = Files.list(root.resolve("io/fila/core/" + each.replace('.', '/')))) {
                files.map(file -> file.getFileName().toString())
                        .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                        .sorted()
                        .forEach(name -> names.add(
                                "io.fila.core." + each + "." + name.substring(0, name.length() - ".class".length())));
            }
        }
        return names;
    }
}
