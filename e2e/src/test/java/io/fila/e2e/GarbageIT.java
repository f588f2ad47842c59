package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.fila.e2e.program.RunningBroker;
import io.fila.e2e.wire.PlainClient;
import io.fila.e2e.wire.PlainStream;
import io.fila.e2e.wire.RawBytes;
import io.fila.e2e.wire.RawConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever comes in on the port, everybody else is served. */
class GarbageIT {
    private static final long SEED = 20_250_101;

    /** Malformed in every message: a field whose announced length is more than there is. */
    private static final byte[] MALFORMED = {0x0a, 0x7f, 0x01};

    /** Field 1, which is text in every request, with bytes that are no UTF-8. */
    private static final byte[] NOT_UTF_8 = {0x0a, 0x02, (byte) 0xc3, 0x28};

    @RegisterExtension
    static final RunningBroker broker = new RunningBroker();

    @BeforeAll
    static void createQueue() {
        broker.client().createQueue("honest");
    }

    @Test
    void bytesThatAreNoHttpHurtNobody() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[1 + random.nextInt(4_096)];
            random.nextBytes(noise);
            send(noise);
        }
        send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

        checkHonestClientsAreServed();
    }

    @Test
    void halfOpenConnectionsHurtNobody() throws IOException, InterruptedException {
        List<RawConnection> open = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            open.add(RawConnection.to(broker.process().port()));
            open.add(RawConnection.to(broker.process().port()).greet());
            open.add(RawConnection.to(broker.process().port()).beginCall());
        }

        checkHonestClientsAreServed();
        for (RawConnection connection : open) {
            connection.abort();
        }
        checkHonestClientsAreServed();
    }

    @Test
    void noiseAfterAGoodBeginningHurtsNobody() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        for (int i = 0; i < 100; i++) {
            byte[] noise = new byte[1 + random.nextInt(1_024)];
            random.nextBytes(noise);
            sendAfterGreeting(noise);
        }

        checkHonestClientsAreServed();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fila.v1.FilaService/Enqueue",
                "fila.v1.FilaService/Consume",
                "fila.v1.FilaService/Ack",
                "fila.v1.FilaService/Nack",
                "fila.v1.FilaAdmin/CreateQueue",
                "fila.v1.FilaAdmin/DeleteQueue",
                "fila.v1.FilaAdmin/ListQueues",
                "fila.v1.FilaAdmin/GetStats"
            })
    void requestThatIsNotOfTheContractIsRefused(String method) throws InterruptedException {
        assertThat(refusal(method, MALFORMED).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        if (!method.endsWith("ListQueues")) {
            assertThat(refusal(method, NOT_UTF_8).getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        }
        checkHonestClientsAreServed();
    }

    @Test
    void requestFarBeyondEveryLimitIsRefused() throws InterruptedException {
        byte[] huge = new byte[64 << 20];

        Status status = refusal("fila.v1.FilaService/Enqueue", huge);

        assertThat(status.getCode()).isIn(Status.Code.RESOURCE_EXHAUSTED, Status.Code.INVALID_ARGUMENT);
        checkHonestClientsAreServed();
    }

    @Test
    void methodThatDoesNotExistIsUnimplemented() {
        assertThat(refusal("fila.v1.FilaService/Guess", new byte[0]).getCode()).isEqualTo(Status.Code.UNIMPLEMENTED);
    }

    private static void send(byte[] bytes) throws IOException {
        try (RawConnection connection = RawConnection.to(broker.process().port())) {
            connection.write(bytes);
        }
    }

    private static void sendAfterGreeting(byte[] noise) throws IOException {
        try (RawConnection connection =
                RawConnection.to(broker.process().port()).greet()) {
            connection.write(noise);
        } catch (SocketException hungUp) {
            assertThat(hungUp).as("the broker may hang up while more comes").isNotNull();
        }
    }

    private static Status refusal(String method, byte[] request) {
        StatusRuntimeException refused = catchThrowableOfType(
                StatusRuntimeException.class,
                () -> RawBytes.call(broker.client().channel(), method, request));
        assertThat(refused).as("a refusal of %s", method).isNotNull();
        return refused.getStatus();
    }

    private static void checkHonestClientsAreServed() throws InterruptedException {
        try (PlainClient other = PlainClient.of(broker.process().address());
                PlainStream stream = other.consume("honest").awaitHeaders()) {
            String id = broker.client().enqueue("honest", "as always");
            assertThat(stream.next().getId()).isEqualTo(id);
            broker.client().ack("honest", id);
        }
        assertThat(broker.process().isAlive()).isTrue();
        assertThat(broker.process().log()).doesNotContain("\tat ");
    }
}
