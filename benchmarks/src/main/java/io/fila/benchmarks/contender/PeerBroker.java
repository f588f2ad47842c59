package io.fila.benchmarks.contender;

/** A peer's broker in a process of its own. */
public abstract class PeerBroker implements Contender {
    private final String name;
    private final String durability;
    private final String settings;
    private final ChildProcess process;

    /** @param durability {@code os} or {@code group}, as Fila would call what it does */
    protected PeerBroker(String name, String durability, String settings, ChildProcess process) {
        this.name = name;
        this.durability = durability;
        this.settings = settings;
        this.process = process;
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
        return process.resident();
    }

    @Override
    public final double brokerCpuSeconds() {
        return process.cpuSeconds();
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
            process.close();
        }
    }
}
