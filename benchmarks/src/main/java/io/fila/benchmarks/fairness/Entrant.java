package io.fila.benchmarks.fairness;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import java.nio.file.Path;

/** A build of Fila that takes part: its broker in a process, and its clients. */
record Entrant(Path launcher, Path directory, Connector connector, FilaProcess process, Broker broker)
        implements Closing {
    /** With its defaults. */
    private static final String DURABILITY = "group";

    /** Makes the build's Java client. */
    interface Connector {
        Broker connect(String address) throws Exception;
    }

    static Entrant start(Path launcher, Path directory, Connector connector) throws Exception {
        FilaProcess process = FilaProcess.start(launcher, directory, DURABILITY);
        return new Entrant(launcher, directory, connector, process, connector.connect(process.address()));
    }

    /** Another broker of the same build, with nothing in it. */
    Entrant again() throws Exception {
        return start(launcher, directory, connector);
    }

    String address() {
        return process.address();
    }

    /** The same broker, for consumers of the plain contract. */
    Broker plain() {
        return Variant.plain(broker, address());
    }

    @Override
    public void close() {
        broker.close();
        process.close();
    }
}
