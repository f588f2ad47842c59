package io.fila.benchmarks.contender;

import java.util.List;

/** A peer's broker in a process of its own, or a cluster of them in several. */
public abstract class PeerBroker implements Contender {
    private final String name;
    private final String durability;
    private final String settings;
    private final List<ChildProcess> processes;

    /** @param durability {@code os} or {@code group}, as Fila would call what it does */
    protected PeerBroker(String name, String durability, String settings, ChildProcess process) {
        this(name, durability, settings, List.of(process));
    }

    /** @param processes all nodes, the one first that is to be stopped last */
    protected PeerBroker(String name, String durability, String settings, List<ChildProcess> processes) {
        this.name = name;
        this.durability = durability;
        this.settings = settings;
        this.processes = processes;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String durability() {
        return durability;
    }

    @Override
    public final String settings() {
        return settings;
    }

    @Override
    public final Resident resident() {
        return processes.stream()
                .map(ChildProcess::resident)
                .reduce(Resident::plus)
                .orElseThrow();
    }

    @Override
    public final double brokerCpuSeconds() {
        return processes.stream().mapToDouble(ChildProcess::cpuSeconds).sum();
    }

    /** Releases what the client holds. */
    protected abstract void disconnect() throws Exception;

    @Override
    public final void close() {
        try {
            disconnect();
        } catch (Exception harmless) {
            System.err.println(name + " could not be disconnected: " + harmless);
        } finally {
            processes.reversed().forEach(ChildProcess::close);
        }
    }
}
