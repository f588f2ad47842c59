package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.grpc.Status;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that was given the addresses of several nodes, of which any takes any call. */
final class SeveralNodesTest {
    private static final Backoff SOON = new Backoff(Duration.ofMillis(1), Duration.ofMillis(20));

    private final FakeBroker first = FakeBroker.start();
    private final FakeBroker second = FakeBroker.start();
    private final FilaClient client = FilaClient.connect(
            ClientOptions.of(first.address() + ", " + second.address()).withReconnect(SOON));

    @AfterEach
    void close() {
        client.close();
        first.close();
        second.close();
    }

    @Test
    void callThatNeverLeftGoesToTheNextNode() {
        first.close();

        client.admin().createQueue("orders");

        assertThat(second.config("orders")).isNotNull();
    }

    @Test
    void callThatMayHaveBeenCarriedOutIsNotRepeatedButTheNextOneGoesElsewhere() {
        client.admin().createQueue("orders");
        first.refuseWith(Status.UNAVAILABLE.asRuntimeException());

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("perhaps")))
                .isInstanceOf(Unavailable.class);
        client.admin().createQueue("orders");
        client.enqueue("orders", Outgoing.of("for sure"));

        assertThat(second.requests()).hasSize(1);
    }

    @Test
    void callThatChangesNothingIsRepeatedOnEveryNodeOnce() {
        first.refuseWith(Status.UNAVAILABLE.asRuntimeException());
        assertThat(client.admin().listQueues()).isEmpty();
        second.refuseWith(Status.UNAVAILABLE.asRuntimeException());

        assertThatThrownBy(() -> client.admin().listQueues()).isInstanceOf(Unavailable.class);

        assertThat(first.refusals()).isEqualTo(2);
        assertThat(second.refusals()).isEqualTo(1);
    }

    @Test
    void streamsGoOnAtTheNextNode() throws Exception {
        client.admin().createQueue("orders");
        try (Producer producer = client.producer();
                Deliveries deliveries = client.consume("orders")) {
            assertThat(producer.send("orders", Outgoing.of("one coffee")).id()).isNotEmpty();
            Delivery delivery = deliveries.take();
            assertThat(delivery).isNotNull();
            delivery.ack();
            try (FilaClient other = FilaClient.connect(second.address())) {
                other.admin().createQueue("orders");
            }

            first.close();

            assertThat(producer.send("orders", Outgoing.of("one tea")).id()).isNotEmpty();
            Delivery next = deliveries.take();
            assertThat(next).isNotNull();
            assertThat(next.text()).isEqualTo("one tea");
            next.ack();
        }
        assertThat(second.leased("orders")).isZero();
    }

    @Test
    void streamIsOpenedAtTheNextNodeIfTheFirstCannotBeReached() {
        String both = first.address() + "," + second.address();
        first.close();
        client.admin().createQueue("orders");
        client.enqueue("orders", Outgoing.of("one coffee"));

        try (FilaClient another = FilaClient.connect(both);
                Deliveries deliveries = another.consume("orders", 1)) {
            for (Delivery delivery : deliveries) {
                assertThat(delivery.text()).isEqualTo("one coffee");
                delivery.ack();
            }
        }
    }

    @Test
    void allNodesSpeakTlsOrNone() {
        ClientOptions options = ClientOptions.of("https://a:1,https://b:2");

        assertThat(options.addresses()).containsExactly(Address.parse("https://a:1"), Address.parse("https://b:2"));
        assertThat(options.withApiKey("k").others()).hasSize(1);
        assertThatThrownBy(() -> options.withOthers(List.of(Address.parse("http://b:2"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("with TLS, or all without");
    }
}
