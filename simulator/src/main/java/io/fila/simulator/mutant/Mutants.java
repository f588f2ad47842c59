package io.fila.simulator.mutant;

import io.fila.core.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Breaks the broker in one place after the other, and tells which of the broken ones nobody noticed. */
public final class Mutants implements AutoCloseable {
    /** The packages of the core in which decisions are made. */
    private static final List<String> PACKAGES = List.of("agenda", "broker", "fairness", "throttle");

    /** A mutant that takes so long never ends, or might as well. */
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final PrintStream out;
    private final int seeds;
    private final Map<String, int[]> killedAndAll = new TreeMap<>();
    private final List<Mutation> survivors = new ArrayList<>();
    private @Nullable Process worker;

    /** @param seeds how many each mutant has to survive */
    public Mutants(PrintStream out, int seeds) {
        this.out = out;
        this.seeds = seeds;
    }

    /** Tries every {@code step}th mutant; tells how many survived. */
    public int run(int step) throws IOException, InterruptedException, ReflectiveOperationException {
        List<Mutation> all = mutations();
        out.printf("%,d mutants, of which one in %d is tried with %d seeds.%n", all.size(), step, seeds);
        for (int i = 0; i < all.size(); i += step) {
            tryOut(all.get(i));
        }
        tell();
        return survivors.size();
    }

    private void tryOut(Mutation mutation) throws IOException, InterruptedException {
        String fate = ask(mutation);
        int[] counts = killedAndAll.computeIfAbsent(mutation.group(), first -> new int[2]);
        counts[1]++;
        if (fate.equals("0")) {
            survivors.add(mutation);
            out.println("survived: " + mutation);
        } else {
            counts[0]++;
        }
    }

    private void tell() {
        killedAndAll.forEach((group, counts) ->
                out.printf("%s: %d of %d noticed, %d %%%n", group, counts[0], counts[1], 100 * counts[0] / counts[1]));
        out.printf("%d survived.%n", survivors.size());
    }

    /** The seed that noticed, or why none was needed. */
    private String ask(Mutation mutation) throws IOException, InterruptedException {
        Process asked = worker();
        PrintWriter in = new PrintWriter(asked.getOutputStream(), true, StandardCharsets.UTF_8);
        in.println(mutation.className() + " " + mutation.number() + " " + seeds);
        BufferedReader answers = asked.inputReader(StandardCharsets.UTF_8);
        CompletableFuture<@Nullable String> answer = CompletableFuture.supplyAsync(() -> line(answers));
        try {
            String fate = answer.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (fate != null) {
                return fate;
            }
            close();
            return "it ended the process";
        } catch (TimeoutException endless) {
            close();
            return "it never ended";
        } catch (ExecutionException broken) {
            close();
            return "it broke the process";
        }
    }

    private static @Nullable String line(BufferedReader reader) {
        try {
            return reader.readLine();
        } catch (IOException ended) {
            return null;
        }
    }

    private Process worker() throws IOException {
        Process running = worker;
        if (running == null || !running.isAlive()) {
            running = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-ea",
                            "-Xmx1g",
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Worker.class.getName())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            worker = running;
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

    private static List<Mutation> mutations() throws IOException, ClassNotFoundException {
        ClassLoader loader = Mutants.class.getClassLoader();
        List<Mutation> all = new ArrayList<>();
        for (String name : classNames()) {
            all.addAll(new Mutator(name, MutantLoader.bytes(loader, name), loader).all());
        }
        return all;
    }

    private static List<String> classNames() throws IOException {
        Path place = Path.of(URI.create(
                Limits.class.getProtectionDomain().getCodeSource().getLocation().toString()));
        if (Files.isDirectory(place)) {
            return classNames(place);
        }
        try (FileSystem jar = FileSystems.newFileSystem(place)) {
            return classNames(jar.getPath("/"));
        }
    }

    private static List<String> classNames(Path root) throws IOException {
        List<String> names = new ArrayList<>();
        for (String each : PACKAGES) {
            try (Stream<Path> files = Files.list(root.resolve("io/fila/core/" + each))) {
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
