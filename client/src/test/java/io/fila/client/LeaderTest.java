package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.client.error.Unavailable;
import io.fila.client.fake.FakeBroker;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A broker that names another one as the leader. */
final class LeaderTest {
    private static final Metadata.Key<String> LEADER =
            Metadata.Key.of("x-fila-leader-addr", Metadata.ASCII_STRING_MARSHALLER);

    private final FakeBroker follower = FakeBroker.start();
    private final FakeBroker leader = FakeBroker.start();
    private final FilaClient client = FilaClient.connect(follower.address());

    @AfterEach
    void close() {
        client.close();
        follower.close();
        leader.close();
    }

    @Test
    void callsAndStreamsGoToTheLeader() throws InterruptedException {
        follower.refuseWith(named(leader.address()));
        client.admin().createQueue("orders");

        client.enqueue("orders", Outgoing.of("one coffee"));
        try (Producer producer = client.producer();
                Deliveries deliveries = client.consume("orders")) {
            producer.send("orders", Outgoing.of("one tea"));
            for (int i = 0; i < 2; i++) {
                Delivery delivery = deliveries.take();
                assertThat(delivery).isNotNull();
                delivery.ack();
            }
        }

        assertThat(leader.requests()).hasSize(2);
        assertThat(leader.leased("orders")).isZero();
    }

    @Test
    void aLeaderThatIsGoneIsForgotten() {
        follower.refuseWith(named(leader.address()));
        client.admin().createQueue("orders");
        follower.refuseWith(null);
        leader.refuseWith(Status.UNAVAILABLE.asRuntimeException());

        assertThatThrownBy(() -> client.admin().createQueue("orders")).isInstanceOf(Unavailable.class);
        client.admin().createQueue("orders");

        assertThat(follower.config("orders")).isNotNull();
    }

    @Test
    void brokersThatNameEachOtherAreNotFollowedForEver() {
        follower.refuseWith(named(leader.address()));
        leader.refuseWith(named(follower.address()));

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost"))).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> client.consume("orders")).isInstanceOf(Unavailable.class);
    }

    @Test
    void aLeaderThatCanNotBeReadIsNone() {
        follower.refuseWith(named("somewhere over the rainbow:x"));

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost"))).isInstanceOf(Unavailable.class);
    }

    @Test
    void aLeaderThatNobodyCanCallIsNone() {
        follower.refuseWith(named("somewhere over the rainbow:5555"));

        assertThatThrownBy(() -> client.enqueue("orders", Outgoing.of("lost"))).isInstanceOf(Unavailable.class);
        assertThatThrownBy(() -> client.consume("orders")).isInstanceOf(Unavailable.class);
    }

    private static StatusRuntimeException named(String address) {
        Metadata trailers = new Metadata();
        trailers.put(LEADER, address);
        return Status.UNAVAILABLE.withDescription("not the leader").asRuntimeException(trailers);
    }
}
