package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueConfig;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LifeOfAMessageTest {
    private final Rig rig = new Rig();

    @BeforeEach
    void queue() {
        rig.create("orders");
    }

    @Test
    void acceptedMessageReachesAWaitingConsumerWithItsBody() {
        Rig.Receiver consumer = rig.consume("orders", 10);

        MessageId id = rig.enqueue("orders", "acme", "hello").value();

        assertThat(consumer.payloads()).containsExactly("hello");
        assertThat(consumer.last().envelope().id()).isEqualTo(id);
        assertThat(consumer.last().attempts()).isZero();
        assertThat(consumer.last().body()).isNotNull();
    }

    @Test
    void ackedMessageIsGoneFromMemoryAndDisk() {
        Rig.Receiver consumer = rig.consume("orders", 10);
        MessageId id = rig.enqueue("orders", "acme", "hello").value();

        rig.ack("orders", id).value();

        assertThat(rig.journal().messages()).isZero();
        assertThat(rig.stats("orders").inFlight()).isZero();
        assertThat(rig.ack("orders", id).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        rig.advance(Duration.ofHours(1));
        assertThat(consumer.received).hasSize(1);
    }

    @Test
    void nackedMessageComesBackBehindTheOthersWithOneMoreAttempt() {
        rig.enqueue("orders", "acme", "first");
        rig.enqueue("orders", "acme", "second");
        Rig.Receiver consumer = rig.consume("orders", 1);

        rig.nack("orders", consumer.last().envelope().id()).value();
        consumer.grant(2);
        rig.advance(Duration.ofMillis(100));

        assertThat(consumer.payloads()).containsExactly("first", "second", "first");
        assertThat(consumer.last().attempts()).isEqualTo(1);
    }

    @Test
    void expiredLeaseReturnsToItsFlowAndRefusesTheLateAck() {
        MessageId id = rig.enqueue("orders", "acme", "hello").value();
        Rig.Receiver consumer = rig.consume("orders", 1);

        rig.advance(Duration.ofSeconds(30));

        assertThat(rig.stats("orders").depth()).isEqualTo(1);
        assertThat(rig.ack("orders", id).refusal().sentence()).contains(id.toString(), "\"orders\"", "expired");
        consumer.grant(1);
        assertThat(consumer.payloads()).containsExactly("hello", "hello");
        assertThat(consumer.last().attempts()).isEqualTo(1);
    }

    @Test
    void leaseLastsAsLongAsTheQueueSays() {
        rig.create("quick", new QueueConfig(Duration.ofSeconds(2)));
        rig.enqueue("quick", "acme", "hello");
        rig.consume("quick", 1);

        rig.advance(Duration.ofMillis(1999));
        assertThat(rig.stats("quick").inFlight()).isEqualTo(1);

        rig.advance(Duration.ofMillis(1));
        assertThat(rig.stats("quick").inFlight()).isZero();
    }

    @Test
    void unknownQueueIsNamedInTheRefusal() {
        Refusal refusal = rig.enqueue("nowhere", "acme", "hello").refusal();

        assertThat(refusal.code()).isEqualTo(Refusal.Code.NOT_FOUND);
        assertThat(refusal.sentence()).contains("\"nowhere\"");
    }
}
