package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Timestamp;
import io.fila.client.connection.Connection;
import io.fila.client.connection.Transport;
import io.fila.client.fake.FakeBroker;
import io.fila.proto.v1.Message;
import io.fila.proto.v1.MessageTimestamps;
import io.grpc.Status;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LeaseKeeperTest {
    private static final Duration LONG = Duration.ofHours(3);

    private final FakeBroker broker = FakeBroker.start();
    private final ClientOptions options = ClientOptions.of(broker.address());
    private final Connection connection = new Connection(options, Transport.open(options));
    private final ConsumerSession session = new ConsumerSession(connection, "orders", Long.MAX_VALUE);
    private final LeaseKeeper keeper = new LeaseKeeper(connection.alarm(), LONG);

    @BeforeEach
    void open() {
        try (FilaClient operator = FilaClient.connect(options)) {
            operator.admin().createQueue("orders");
            operator.enqueue("orders", Outgoing.of("first"));
            operator.enqueue("orders", Outgoing.of("second"));
        }
        session.open().join();
    }

    @AfterEach
    void close() {
        connection.close();
        broker.close();
    }

    @Test
    void whatHasWaitedForMostOfItsLeaseIsRenewedAtOnce() throws InterruptedException {
        Delivery delivery = taken(LONG, LONG.multipliedBy(9).dividedBy(10));

        keeper.keep(delivery);

        await().until(() -> broker.extended().contains(delivery.id()));
    }

    @Test
    void aShorterLeaseIsNotLeftToTheAlarmOfALongerOne() throws InterruptedException {
        Delivery longer = taken(LONG, Duration.ZERO);
        Delivery shorter = taken(Duration.ofSeconds(1), Duration.ZERO);

        keeper.keep(longer);
        keeper.keep(shorter);

        await().until(() -> broker.extended().contains(shorter.id()));
        assertThat(broker.extended()).doesNotContain(longer.id());
    }

    @Test
    void aLeaseThatSomebodyMadeLongerIsNotCutShort() throws InterruptedException {
        Delivery extended = taken(Duration.ofMillis(30), Duration.ZERO);
        Delivery other = taken(Duration.ofMillis(30), Duration.ZERO);
        extended.extend(LONG);

        keeper.keep(extended);
        keeper.keep(other);

        await().until(() ->
                broker.extended().stream().filter(other.id()::equals).count() > 3);
        assertThat(broker.extended()).containsOnlyOnce(extended.id());
    }

    @Test
    void aBrokerThatHasTooMuchToDoIsAskedAgain() throws InterruptedException {
        Delivery delivery = taken(Duration.ofMillis(30), Duration.ZERO);
        session.close();
        int before = broker.refusals();
        broker.refuseWith(Status.RESOURCE_EXHAUSTED.asRuntimeException());

        keeper.keep(delivery);
        await().until(() -> broker.refusals() > before);
        broker.refuseWith(null);

        await().until(() -> broker.extended().contains(delivery.id()));
    }

    /** A delivery with a lease of that length, which came so long ago. */
    private Delivery taken(Duration lease, Duration waited) throws InterruptedException {
        Delivery delivery = session.take(Long.MAX_VALUE);
        assertThat(delivery).isNotNull();
        Message message = Message.newBuilder()
                .setId(delivery.id())
                .setTimestamps(MessageTimestamps.newBuilder()
                        .setLeasedAt(Timestamp.newBuilder().setSeconds(1))
                        .setLeaseExpiresAt(Timestamp.newBuilder()
                                .setSeconds(1 + lease.toSeconds())
                                .setNanos(lease.toNanosPart())))
                .build();
        return new Delivery(session, "orders", message, System.nanoTime() - waited.toNanos());
    }
}
