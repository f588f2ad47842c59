package io.fila.server;

import io.fila.core.reply.Refusal;
import io.fila.server.config.Config;
import io.fila.server.grpc.GrpcPort;
import io.fila.server.grpc.GrpcServices;
import io.fila.server.host.BrokerHost;
import io.fila.server.settings.ListenAddress;
import io.fila.server.wire.EncodedContent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.util.function.Consumer;

/** A broker with its storage and its port, from start to stop. */
public final class FilaServer implements AutoCloseable {
    private final BrokerHost host;
    private final GrpcPort port;
    private final ListenAddress address;

    private FilaServer(BrokerHost host, GrpcPort port, ListenAddress address) {
        this.host = host;
        this.port = port;
        this.address = address;
    }

    /**
     * Starts a broker; when this returns it answers.
     *
     * @param onFailure told once, after the streams have ended, if the broker can't go on; the process should end then
     * @throws StartException if it can't start; the sentence is for the operator
     */
    public static FilaServer start(Config config, Consumer<Throwable> onFailure) throws StartException {
        // The port comes first: if it is taken, nothing has been touched, and while the broker recovers health can say
        // so.
        GrpcServices services = new GrpcServices(config.intake());
        GrpcPort port = open(config.server().listenAddress(), services);
        try {
            BrokerHost host = open(config, failure -> {
                port.close(Refusal.unavailable("The broker failed and stops; connect again later."));
                onFailure.accept(failure);
            });
            services.attach(host);
            ListenAddress wanted = config.server().listenAddress();
            return new FilaServer(host, port, new ListenAddress(wanted.host(), port.number()));
        } catch (StartException | RuntimeException failure) {
            port.close();
            throw failure;
        }
    }

    private static BrokerHost open(Config config, Consumer<Throwable> onFailure) throws StartException {
        try {
            return BrokerHost.open(config, EncodedContent::of, onFailure);
        } catch (StorageException unusable) {
            throw new StartException(String.valueOf(unusable.getMessage()), unusable);
        }
    }

    private static GrpcPort open(ListenAddress address, GrpcServices services) throws StartException {
        if (address.toSocketAddress().isUnresolved()) {
            throw new StartException(
                    "Expected to listen on " + address + " but there is no host of that name here.", null);
        }
        try {
            return GrpcPort.open(address.toSocketAddress(), services);
        } catch (IOException refused) {
            throw new StartException(
                    "Expected to listen on " + address + " but " + BindFault.explain(refused), refused);
        }
    }

    /** Where it listens, with the real port if the configuration left it to the system. */
    public ListenAddress address() {
        return address;
    }

    BrokerHost host() {
        return host;
    }

    /** Takes no more calls, ends the streams, finishes what has come, and closes the storage. */
    @Override
    public void close() {
        port.close();
        host.close();
    }
}
