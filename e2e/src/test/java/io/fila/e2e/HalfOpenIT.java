package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.e2e.wire.RawConnection;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Connections whose client is gone although nobody said so: it answers no ping. */
class HalfOpenIT {
    /** The shortest there is. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final long MEMORY_BYTES = 900L << 20;
    private static final int OF_EACH_KIND = 50;
    private static final int ANNOUNCED_BYTES = 3 << 20;
    private static final int SENT_BYTES = 64 << 10;

    @TempDir
    Path directory;

    private final List<Gone> gone = new ArrayList<>();

    private record Gone(String what, RawConnection connection) {}

    /** What a client did before it was gone. */
    private interface Beginning {
        void run(RawConnection connection) throws IOException;
    }

    @Test
    void connectionsWhoseClientIsGoneAreClosedAndQuietOnesStay() throws Exception {
        try (BrokerProcess broker = BrokerProcess.in(directory)
                        .with("server.max_connection_silence_ms", SILENCE.toMillis())
                        .start();
                HealthyCalls calls = HealthyCalls.to(broker);
                PlainClient quiet = PlainClient.of(broker.address())) {
            quiet.createQueue("watched");
            PlainStream stream = quiet.consume("watched").awaitHeaders();
            begin("said nothing", broker, connection -> {});
            begin("greeted", broker, RawConnection::greet);
            begin("began a call", broker, RawConnection::beginCall);
            begin("announced a message", broker, connection -> connection.announce(ANNOUNCED_BYTES, SENT_BYTES));
            begin("consumes", broker, connection -> connection.consume("watched"));
            begin("produces", broker, connection -> connection.stream("EnqueueStream", new byte[0]));
            await().atMost(PATIENCE).until(() -> consumers(calls) > 1);

            calls.measure("beside " + gone.size() + " connections whose client is gone");
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(open()).isEmpty());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(consumers(calls)).isEqualTo(1));

            assertThat(broker.residentBytes()).isLessThan(MEMORY_BYTES);
            assertThat(stream.isOver()).isFalse();
            calls.client().enqueue("watched", "still there");
            assertThat(stream.next().getPayload().toStringUtf8()).isEqualTo("still there");
        }
    }

    private void begin(String what, BrokerProcess broker, Beginning beginning) throws IOException {
        for (int i = 0; i < OF_EACH_KIND; i++) {
            RawConnection connection = RawConnection.to(broker.port()).readingAllAside();
            gone.add(new Gone(what, connection));
            beginning.run(connection);
        }
    }

    /** What those did whose connections are still open. */
    private List<String> open() {
        return gone.stream()
                .filter(each -> !each.connection().isOver())
                .map(Gone::what)
                .toList();
    }

    private static int consumers(HealthyCalls calls) {
        return calls.client().stats("watched").getActiveConsumers();
    }
}
