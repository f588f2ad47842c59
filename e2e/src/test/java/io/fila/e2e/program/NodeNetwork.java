package io.fila.e2e.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Three machines and the wires between them: a network namespace for each, on one bridge that this machine reaches too. What one
 * sends to another can be cut, in one direction or both, and is lost then as it is in a broken network; or it comes late. It takes root.
 */
public final class NodeNetwork implements AutoCloseable {
    private static final int MACHINES = 3;

    /** Names of interfaces are short, and tests may run at once. */
    private final String name = "fl" + ProcessHandle.current().pid() % 100_000;

    private final String prefix = "10." + (64 + ProcessHandle.current().pid() / 250 % 64) + "."
            + (1 + ProcessHandle.current().pid() % 250) + ".";
    private final List<String> made = new ArrayList<>();
    private final List<Cut> cuts = new ArrayList<>();
    private final List<Integer> slowed = new ArrayList<>();

    private record Cut(int from, int to) {}

    private NodeNetwork() {}

    public static NodeNetwork make() throws InterruptedException {
        NodeNetwork network = new NodeNetwork();
        try {
            network.build();
            return network;
        } catch (AssertionError | InterruptedException failure) {
            network.close();
            throw failure;
        }
    }

    private void build() throws InterruptedException {
        ip("link", "add", name, "type", "bridge");
        made.add("link del " + name);
        ip("addr", "add", prefix + "254/24", "dev", name);
        ip("link", "set", name, "up");
        for (int id = 1; id <= MACHINES; id++) {
            String inside = wire(id);
            ip("netns", "add", namespace(id));
            made.add("netns del " + namespace(id));
            ip("link", "add", name + "v" + id, "type", "veth", "peer", "name", inside, "netns", namespace(id));
            // The kernel would remove it some time after its namespace, and the next network may have the same names.
            made.add("link del " + name + "v" + id);
            ip("link", "set", name + "v" + id, "master", name, "up");
            ip("-n", namespace(id), "addr", "add", host(id) + "/24", "dev", inside);
            ip("-n", namespace(id), "link", "set", inside, "up");
            ip("-n", namespace(id), "link", "set", "lo", "up");
        }
    }

    public String namespace(int id) {
        return name + "n" + id;
    }

    private static String wire(int id) {
        return "eth" + id;
    }

    public String host(int id) {
        return prefix + id;
    }

    /** Loses whatever one machine sends to another, until {@link #heal}. */
    public void cut(int from, int to) throws InterruptedException {
        ip("-n", namespace(from), "route", "add", "blackhole", host(to) + "/32");
        cuts.add(new Cut(from, to));
    }

    /**
     * Lets what a machine sends wait its turn, on a wire that takes little at a time, until {@link #heal}. What would wait for
     * longer than that is lost.
     */
    public void slow(int id, int kilobits, int longestMillis) throws InterruptedException {
        run(
                "tc",
                List.of("-n", namespace(id), "qdisc", "add", "dev", wire(id), "root", "tbf", "rate", kilobits + "kbit"),
                List.of("burst", "16kb", "latency", longestMillis + "ms"));
        slowed.add(id);
    }

    /** Cuts a machine off from all others, but not from clients. */
    public void isolate(int id) throws InterruptedException {
        for (int other = 1; other <= MACHINES; other++) {
            if (other != id) {
                cut(id, other);
                cut(other, id);
            }
        }
    }

    /** Everything that is sent arrives again. */
    public void heal() throws InterruptedException {
        for (Cut cut : cuts) {
            ip("-n", namespace(cut.from()), "route", "del", "blackhole", host(cut.to()) + "/32");
        }
        cuts.clear();
        for (int id : slowed) {
            run("tc", List.of("-n", namespace(id), "qdisc", "del", "dev", wire(id), "root"), List.of());
        }
        slowed.clear();
    }

    private static void ip(String... arguments) throws InterruptedException {
        run("ip", List.of(arguments), List.of());
    }

    private static void run(String program, List<String> arguments, List<String> more) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(arguments);
        command.addAll(more);
        Finished done = Program.start(Path.of("."), Map.of(), command).finish();
        if (done.exitCode() != 0) {
            throw new AssertionError("Expected \"" + String.join(" ", command) + "\" to work but it said: " + done.err()
                    + " Run the long tests as root, as CI does.");
        }
    }

    @Override
    public void close() {
        for (String undoing : made.reversed()) {
            try {
                ip(undoing.split(" "));
            } catch (AssertionError | InterruptedException left) {
                System.err.println("Left behind: " + left.getMessage());
            }
        }
    }
}
