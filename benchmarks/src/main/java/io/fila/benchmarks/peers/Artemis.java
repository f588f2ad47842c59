package io.fila.benchmarks.peers;

import io.fila.benchmarks.contender.ChildProcess;
import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.Contender;
import io.fila.benchmarks.contender.FreePort;
import io.fila.benchmarks.contender.Peer;
import io.fila.benchmarks.contender.PeerBroker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;

/** Apache ActiveMQ Artemis with its file journal, which syncs in groups, through its core protocol. */
public final class Artemis implements Peer {
    private static final Pattern READY = Pattern.compile("(Server is now active|AMQ221007)");

    @Override
    public List<String> variants() {
        return List.of("journal");
    }

    @Override
    public Contender start(String variant, Path parent, List<Path> jars) throws Exception {
        Path directory = Peer.directory(parent, "artemis");
        int port = FreePort.number();
        Files.writeString(directory.resolve("broker.xml"), configuration(directory, port));
        ChildProcess process = ChildProcess.start(
                directory,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx1g",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=info",
                        "-cp",
                        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)),
                        "org.apache.activemq.artemis.core.server.embedded.Main",
                        directory.toString()),
                Map.of());
        String _ = process.awaitLine(READY);
        return new Broker(process, port);
    }

    private static String configuration(Path directory, int port) throws IOException {
        Files.createDirectories(directory.resolve("etc"));
        String text = """
                <configuration xmlns="urn:activemq">
                  <core xmlns="urn:activemq:core">
                    <persistence-enabled>true</persistence-enabled>
                    <security-enabled>false</security-enabled>
                    <journal-type>NIO</journal-type>
                    <bindings-directory>%1$s/bindings</bindings-directory>
                    <journal-directory>%1$s/journal</journal-directory>
                    <large-messages-directory>%1$s/large</large-messages-directory>
                    <paging-directory>%1$s/paging</paging-directory>
                    <journal-file-size>10M</journal-file-size>
                    <global-max-size>2G</global-max-size>
                    <acceptors><acceptor name="tcp">tcp://127.0.0.1:%2$d</acceptor></acceptors>
                    <address-settings>
                      <address-setting match="#">
                        <auto-delete-addresses>true</auto-delete-addresses>
                        <address-full-policy>PAGE</address-full-policy>
                      </address-setting>
                    </address-settings>
                  </core>
                </configuration>
                """.formatted(directory, port);
        Files.writeString(directory.resolve("etc").resolve("broker.xml"), text);
        return text;
    }

    private static final class Broker extends PeerBroker {
        private static final int WINDOW_BYTES = 4 << 20;

        private final ServerLocator locator;
        private final ClientSessionFactory factory;
        private final ClientSession admin;

        Broker(ChildProcess process, int port) throws Exception {
            super(
                    "Artemis",
                    "group",
                    "NIO journal, synced in groups by its timed buffer, -Xmx1g, core client, confirmation window 4 MiB,"
                            + " individual acks that are not confirmed, consumer window 4 MiB",
                    process);
            locator = ActiveMQClient.createServerLocator("tcp://127.0.0.1:" + port)
                    .setConfirmationWindowSize(WINDOW_BYTES)
                    .setConsumerWindowSize(WINDOW_BYTES)
                    .setProducerWindowSize(-1)
                    .setBlockOnDurableSend(false)
                    .setBlockOnAcknowledge(false)
                    .setAckBatchSize(0);
            factory = locator.createSessionFactory();
            admin = factory.createSession(true, true);
        }

        @Override
        public void createQueue(String queue) throws ActiveMQException {
            admin.createQueue(QueueConfiguration.of(queue)
                    .setAddress(queue)
                    .setRoutingType(RoutingType.ANYCAST)
                    .setDurable(true));
        }

        @Override
        public void deleteQueue(String queue) throws ActiveMQException {
            admin.deleteQueue(queue);
        }

        @Override
        public Sender sender(String queue, IntConsumer confirmed) throws ActiveMQException {
            ClientSession session = factory.createSession(true, true);
            ClientProducer producer = session.createProducer(queue);
            return new Sender() {
                @Override
                public void send(byte[] payload) {
                    ClientMessage message = session.createMessage(true);
                    message.getBodyBuffer().writeBytes(payload);
                    try {
                        producer.send(message, sent -> confirmed.accept(1));
                    } catch (ActiveMQException refused) {
                        throw new IllegalStateException("Expected Artemis to take a message but it refused", refused);
                    }
                }

                @Override
                public void flush() {
                    // Every message is on its way already.
                }

                @Override
                public void close() {
                    close(session);
                }

                private void close(ClientSession open) {
                    try {
                        open.close();
                    } catch (ActiveMQException harmless) {
                        System.err.println("Artemis' session could not be closed: " + harmless);
                    }
                }
            };
        }

        @Override
        public Closing consumer(String queue, Receiver receiver, IntConsumer settled) throws ActiveMQException {
            ClientSession session = factory.createSession(true, true);
            ClientConsumer consumer = session.createConsumer(queue);
            consumer.setMessageHandler(message -> {
                try {
                    byte[] payload = new byte[message.getBodySize()];
                    message.getBodyBuffer().readBytes(payload);
                    receiver.receive(payload);
                    message.individualAcknowledge();
                    settled.accept(1);
                } catch (ActiveMQException refused) {
                    throw new IllegalStateException("Expected Artemis to take an ack but it refused", refused);
                }
            });
            session.start();
            return () -> {
                try {
                    session.close();
                } catch (ActiveMQException harmless) {
                    System.err.println("Artemis' session could not be closed: " + harmless);
                }
            };
        }

        @Override
        protected void disconnect() throws ActiveMQException {
            admin.close();
            factory.close();
            locator.close();
        }
    }
}
