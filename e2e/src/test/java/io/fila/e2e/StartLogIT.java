package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Finished;
import io.fila.e2e.wire.PlainClient;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** At its start a broker says how the last one ended and what it found. */
class StartLogIT {
    private static final int USUAL_PORT = 5556;

    @TempDir
    Path directory;

    @Test
    void startTellsACleanStopFromAnUncleanOneAndWhatWasRecovered() throws InterruptedException {
        try (BrokerProcess broker = BrokerProcess.in(directory).start()) {
            try (PlainClient client = PlainClient.of(broker.address())) {
                client.createQueue("orders");
                client.enqueue("orders", "one coffee");
            }
            broker.kill();

            broker.start();
            assertThat(broker.log())
                    .contains(
                            "INFO Recovered - Recovered what was on disk. after=\"an unclean stop\" queues=2 pending=1");
            broker.terminate();

            broker.start();
            assertThat(broker.log())
                    .contains("after=\"a clean stop\" queues=2 pending=1 scheduled=0 leased=0 took_ms=");
        }
    }

    @Test
    void jsonIsOneObjectALine() throws InterruptedException {
        try (BrokerProcess broker =
                BrokerProcess.in(directory).with("log.format", "json").start()) {
            Finished finished = broker.terminate();

            assertThat(finished.err().lines().filter(line -> !line.contains("is ready on") && !line.startsWith("(")))
                    .isNotEmpty()
                    .allSatisfy(
                            line -> assertThat(line).startsWith("{\"time\":\"").endsWith("}"));
        }
    }

    @Test
    void portOfThePageThatNobodyAskedForMayBeTaken() throws InterruptedException, IOException {
        try (ServerSocket _ = takeUsualPort();
                BrokerProcess broker =
                        BrokerProcess.in(directory).without("server.http_addr").start()) {
            assertThat(broker.log())
                    .contains(
                            "The broker runs without its dashboard and metrics, because it cannot listen on 127.0.0.1:5556: ")
                    .doesNotContain("page at", "Exception");
        }
    }

    private static ServerSocket takeUsualPort() throws IOException {
        try {
            return new ServerSocket(USUAL_PORT, 1, InetAddress.getLoopbackAddress());
        } catch (BindException takenByOthers) {
            return new ServerSocket(0);
        }
    }
}
