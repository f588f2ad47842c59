package io.fila.e2e.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The packaged broker on a port and a data directory of its own, through any number of processes, one at a time. One thread
 * starts and stops it; any may ask where it is.
 */
public final class BrokerProcess implements AutoCloseable {
    private static final Duration START_PATIENCE = Duration.ofSeconds(60);
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(30);
    private static final List<String> JVM_FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+ExitOnOutOfMemoryError",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1");
    private static final Pattern READY = Pattern.compile("is ready on \\S+:\\d+");

    private final Path directory;
    private final int port = FreePort.any();
    private final List<String> moreFlags = new ArrayList<>(List.of("-Xmx256m"));
    // Brokers of several tests run at once on this machine, and not all of them can have the same port for their page.
    private final Map<String, String> environment = new TreeMap<>(Map.of("FILA_SERVER__HTTP_ADDR", ""));
    private final List<String> wrapper = new ArrayList<>();
    private String host = "127.0.0.1";
    private @Nullable WrongClock clock;
    private @Nullable Path launcher;
    private @Nullable Program program;

    private BrokerProcess(Path directory) {
        this.directory = directory;
    }

    /** A broker that keeps its data in {@code data} under the directory; it is not started yet. */
    public static BrokerProcess in(Path directory) {
        return new BrokerProcess(directory);
    }

    /** A script that starts the packaged broker when it is told to, as the launcher does. */
    public static Path launcherIn(Path directory) throws IOException {
        Path script = directory.resolve("launcher");
        Files.writeString(
                script,
                "#!/bin/sh\nshift\nexec '" + Checkout.java() + "' " + String.join(" ", JVM_FLAGS) + " -jar '"
                        + Checkout.serverJar() + "' \"$@\"\n");
        if (!script.toFile().setExecutable(true)) {
            throw new IOException("Expected to make " + script + " a program but can't");
        }
        return script;
    }

    /** Sets a configuration key, such as {@code storage.durability}, through the environment. */
    public BrokerProcess with(String key, Object value) {
        environment.put(variable(key), value.toString());
        return this;
    }

    /** Leaves a key as it is for somebody who sets nothing. */
    public BrokerProcess without(String key) {
        environment.remove(variable(key));
        return this;
    }

    /** Goes by this clock from its next start on. */
    public void goBy(WrongClock other) {
        clock = other;
    }

    private static String variable(String key) {
        return "FILA_" + key.toUpperCase(Locale.ROOT).replace(".", "__");
    }

    /** Runs it in a network namespace, in which it has this host. */
    public BrokerProcess in(String namespace, String itsHost) {
        // Not by "ip netns exec": what is mounted could not be unmounted while another node runs, which would see it
        // too.
        wrapper.addAll(List.of("nsenter", "--net=/run/netns/" + namespace));
        host = itsHost;
        return this;
    }

    public BrokerProcess withJvmFlag(String flag) {
        moreFlags.add(flag);
        return this;
    }

    /** Runs another build from its next start on, by its launcher; null for this one. */
    public void use(@Nullable Path otherBuild) {
        launcher = otherBuild;
    }

    /** Starts it, on the same port and directory as ever, and returns when it says that it is ready. */
    public BrokerProcess start() throws InterruptedException {
        launch();
        awaitReady();
        return this;
    }

    /** Starts it and returns at once. */
    public void launch() throws InterruptedException {
        program = launch("--listen", address(), "--data-dir", dataDirectory().toString());
    }

    /** Starts a broker with this one's environment and other flags. */
    public Program launch(String... flags) throws InterruptedException {
        List<String> command = new ArrayList<>(wrapper);
        Map<String, String> variables = new TreeMap<>(environment);
        WrongClock machines = clock;
        if (machines != null) {
            variables.putAll(machines.variables());
        }
        Path other = launcher;
        if (other == null) {
            command.add(Checkout.java().toString());
            command.addAll(JVM_FLAGS);
            command.addAll(
                    environment.containsKey(variable("cluster.enabled"))
                            ? AotCache.ofNode(JVM_FLAGS)
                            : AotCache.ofBroker(JVM_FLAGS));
            command.addAll(moreFlags);
            command.addAll(List.of("-jar", Checkout.serverJar().toString()));
        } else {
            command.addAll(List.of(other.toString(), "server"));
            variables.put("FILA_BUILD", "never");
            variables.put("FILA_JAVA_OPTS", String.join(" ", moreFlags));
        }
        command.addAll(List.of(flags));
        return Program.start(directory, variables, command);
    }

    public void awaitReady() throws InterruptedException {
        Program started = running();
        if (!started.err().await(text -> READY.matcher(text).find(), START_PATIENCE.toMillis())) {
            throw new AssertionError("Expected the broker's ready line within " + START_PATIENCE + " but it said:\n"
                    + started.err().text());
        }
    }

    /** Waits until it is ready, or has ended by itself; whether it is ready. */
    public boolean isReadyOrEnded() throws InterruptedException {
        Program started = running();
        boolean ready = started.err().await(text -> READY.matcher(text).find(), START_PATIENCE.toMillis());
        if (!ready) {
            var _ = started.finish(START_PATIENCE);
        }
        return ready && started.process().isAlive();
    }

    /** Waits until it has ended by itself, and returns what it said. */
    public Finished awaitEnd(Duration patience) throws InterruptedException {
        return running().finish(patience);
    }

    /** Ends it as {@code kill -9} does: no warning, nothing flushed. */
    public void kill() throws InterruptedException {
        Process process = running().process();
        process.destroyForcibly();
        awaitEnd(process);
    }

    /** Stops it in the middle of what it does, for a while; it does not notice. */
    public void freeze() throws InterruptedException {
        signal("-STOP");
    }

    /** Lets it go on. */
    public void thaw() throws InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws InterruptedException {
        var _ = Program.start(
                        directory,
                        Map.of(),
                        List.of(
                                "kill",
                                signal,
                                Long.toString(running().process().pid())))
                .finish();
    }

    /** Asks it to stop as an operator does, with SIGTERM, and waits until it has. */
    public Finished terminate() throws InterruptedException {
        running().process().destroy();
        return running().finish(STOP_PATIENCE);
    }

    public boolean isAlive() {
        return running().process().isAlive();
    }

    /** What it has written to standard error since it was started last. */
    public String log() {
        return running().err().text();
    }

    /** What its threads do at this moment. */
    public String threads() throws InterruptedException {
        String jcmd = Checkout.java().resolveSibling("jcmd").toString();
        return Program.start(
                        directory,
                        Map.of(),
                        List.of(jcmd, Long.toString(running().process().pid()), "Thread.print"))
                .finish()
                .printed();
    }

    /** Memory it occupies, as the operating system counts it. */
    public long residentBytes() throws InterruptedException {
        return Long.parseLong(running().seen("rss")) * 1024;
    }

    /** Its arguments, as everybody on the machine sees them. */
    public String arguments() throws InterruptedException {
        return running().seen("args");
    }

    /** Time that processors have spent on it since it was started last. */
    public Duration processorTime() {
        return running().process().info().totalCpuDuration().orElseThrow();
    }

    public String address() {
        return host + ":" + port;
    }

    public int port() {
        return port;
    }

    public Path dataDirectory() {
        return directory.resolve("data");
    }

    @Override
    public void close() {
        Program last = program;
        if (last != null) {
            last.close();
        }
    }

    private Program running() {
        Program last = program;
        if (last == null) {
            throw new IllegalStateException("Expected a broker that was started; call start() first.");
        }
        return last;
    }

    private static void awaitEnd(Process process) throws InterruptedException {
        if (!process.waitFor(STOP_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new AssertionError("Expected the broker to end within " + STOP_PATIENCE + " but it did not.");
        }
    }
}
