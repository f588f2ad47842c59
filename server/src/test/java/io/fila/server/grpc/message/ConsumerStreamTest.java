package io.fila.server.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import io.fila.core.reply.Refusal;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** One stream, step by step: what is written when, and what is held back. */
final class ConsumerStreamTest {
    private static final String LARGE = "x".repeat(400_000);

    private final BrokerOnHand broker = new BrokerOnHand();
    private final FakeCall call = new FakeCall();

    @Test
    void headersGoOutWhenTheBrokerHasTheConsumer() {
        ConsumerStream stream = broker.open(call, Allowance.WITHOUT_END);
        assertThat(call.headersSent).isFalse();

        broker.turn();

        assertThat(call.headersSent).isTrue();
        assertThat(broker.stats().consumers()).isEqualTo(1);
        stream.cancelled();
        assertThat(broker.stats().consumers()).isZero();
    }

    @Test
    void freshMessageIsWrittenInTheTurnThatDeliversIt() {
        broker.consume(call);

        broker.enqueue("a");
        broker.enqueue("b");

        assertThat(call.payloads()).containsExactly("a", "b");
        assertThat(broker.readsWaiting()).isZero();
    }

    @Test
    void transportThatIsNotReadyGetsNothingUntilItIs() {
        ConsumerStream stream = broker.consume(call);
        call.room = 1;
        broker.enqueue("a");
        broker.enqueue("b");
        broker.enqueue("c");
        assertThat(call.payloads()).containsExactly("a");

        call.room = 100;
        stream.signal();

        assertThat(call.payloads()).containsExactly("a", "b", "c");
    }

    @Test
    void messageThatAClientWouldNotReadIsGivenBackAndTheStreamEndsWithASentence() {
        broker.consume(call);
        broker.enqueue("small");

        broker.enqueue("x".repeat(4 * 1024 * 1024 - 10));
        broker.settle();

        assertThat(call.payloads()).containsExactly("small");
        assertThat(closingCode()).isEqualTo(Status.Code.FAILED_PRECONDITION);
        assertThat(broker.stats().consumers()).isZero();
    }

    @Test
    void clientThatNeverReadsHoldsNoMoreThanItsCredit() {
        ConsumerStream stream = broker.consume(call);
        call.room = 0;
        for (int i = 0; i < 3 * SingleFrames.WINDOW; i++) {
            broker.enqueue("message " + i);
        }
        assertThat(broker.stats().inFlight()).isEqualTo(SingleFrames.WINDOW);

        call.room = Integer.MAX_VALUE;
        stream.signal();
        broker.settle();

        assertThat(call.payloads()).hasSize(3 * SingleFrames.WINDOW);
        assertThat(call.payloads().getLast()).isEqualTo("message " + (3 * SingleFrames.WINDOW - 1));
    }

    @Test
    void consumerThatWantsSoManyGetsThemAndNoOthersAreLeased() {
        for (int i = 0; i < 5; i++) {
            broker.enqueue("message " + i);
        }

        broker.consume(call, 3);
        broker.settle();

        assertThat(call.payloads()).containsExactly("message 0", "message 1", "message 2");
        assertThat(closingCode()).isEqualTo(Status.Code.OK);
        assertThat(broker.stats().inFlight()).isEqualTo(3);
        assertThat(broker.stats().consumers()).isZero();
    }

    @Test
    void consumerThatWantsManyGetsTheLastOfThem() {
        int many = 3 * SingleFrames.WINDOW + 1;
        broker.consume(call, many);
        for (int i = 0; i < many + 10; i++) {
            broker.enqueue("message " + i);
        }
        broker.settle();

        assertThat(call.payloads()).hasSize(many);
        assertThat(closingCode()).isEqualTo(Status.Code.OK);
        assertThat(broker.stats().inFlight()).isEqualTo(many);
        assertThat(broker.stats().depth()).isEqualTo(10);
    }

    @Test
    void messageThatCanNotBeWrittenDoesNotCountAsOneThatWasWanted() {
        ConsumerStream stream = broker.consume(call, 4);
        call.room = 0;
        List<MessageId> sent = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sent.add(broker.enqueue(i + LARGE));
        }
        broker.archive.missing.add(sent.get(3));
        call.room = Integer.MAX_VALUE;
        stream.signal();

        broker.settle();

        assertThat(call.payloads()).containsExactly("0 × 400001", "1 × 400001", "2 × 400001", "4 × 400001");
        assertThat(closingCode()).isEqualTo(Status.Code.OK);
    }

    @Test
    void largeBodiesThatWaitAreDroppedAndReadAgainInOrder() {
        ConsumerStream stream = broker.consume(call);
        call.room = 0;
        for (int i = 0; i < 5; i++) {
            broker.enqueue(i + LARGE);
        }
        broker.enqueue("small");

        call.room = Integer.MAX_VALUE;
        stream.signal();
        assertThat(call.payloads()).containsExactly("0 × 400001", "1 × 400001");
        broker.settle();

        assertThat(call.payloads())
                .containsExactly("0 × 400001", "1 × 400001", "2 × 400001", "3 × 400001", "4 × 400001", "small");
    }

    @Test
    void oneBodyLargerThanWhatMayWaitStillWaits() {
        ConsumerStream stream = broker.consume(call);
        call.room = 0;
        broker.enqueue("y".repeat(3_000_000));

        call.room = 1;
        stream.signal();

        assertThat(call.payloads()).containsExactly("y × 3000000");
    }

    @Test
    void damagedBodyIsSetAsideAndTheRestGoesOn() {
        List<MessageId> sent = holdBackFive();
        broker.archive.damaged.add(sent.get(2));

        broker.settle();

        assertThat(call.payloads()).containsExactly("0 × 400001", "1 × 400001", "3 × 400001", "4 × 400001");
        assertThat(broker.stats().inFlight()).isEqualTo(4);
        assertThat(broker.stats().depth()).isZero();
    }

    @Test
    void messageWhoseBodyIsMissingIsSetAsideAndTheRestGoesOn() {
        List<MessageId> sent = holdBackFive();
        broker.archive.missing.add(sent.get(3));

        broker.settle();

        assertThat(call.payloads()).containsExactly("0 × 400001", "1 × 400001", "2 × 400001", "4 × 400001");
        assertThat(broker.stats().inFlight()).isEqualTo(4);
        assertThat(broker.stats().depth()).isZero();
    }

    @Test
    void storageThatFailsEndsTheStreamAndItsMessagesStayLeased() {
        holdBackFive();
        broker.archive.failing = true;

        broker.settle();

        assertThat(closingCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(broker.stats().consumers()).isZero();
        assertThat(broker.stats().inFlight()).isEqualTo(5);
    }

    @Test
    void brokenConnectionIsGivenUpAndTheBrokerGoesOn() {
        broker.consume(call);
        call.broken = true;

        broker.enqueue("lost on the way");
        broker.enqueue("kept");

        assertThat(closingCode()).isEqualTo(Status.Code.INTERNAL);
        assertThat(broker.stats().consumers()).isZero();
        assertThat(broker.stats().inFlight()).isEqualTo(1);
        assertThat(broker.stats().depth()).isEqualTo(1);
    }

    @Test
    void nothingIsWrittenAfterACancellationNotEvenWhatIsBeingRead() {
        ConsumerStream stream = broker.consume(call);
        call.room = 0;
        for (int i = 0; i < 5; i++) {
            broker.enqueue(i + LARGE);
        }
        call.room = Integer.MAX_VALUE;
        stream.signal();
        int before = call.payloads().size();
        assertThat(broker.readsWaiting()).isEqualTo(1);

        stream.cancelled();
        broker.settle();

        assertThat(call.payloads()).hasSize(before);
        assertThat(call.closedWith).isNull();
    }

    @Test
    void deletedQueueEndsTheStreamEvenWhileItIsRead() {
        holdBackFive();

        broker.deleteQueue();
        broker.settle();

        assertThat(closingCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(call.payloads()).hasSize(2);
    }

    @Test
    void refusedStreamEndsWithoutHeaders() {
        broker.deleteQueue();

        broker.consume(call);

        assertThat(call.headersSent).isFalse();
        assertThat(closingCode()).isEqualTo(Status.Code.NOT_FOUND);
    }

    @Test
    void allStreamsEndAtOnce() {
        FakeCall other = new FakeCall();
        broker.consume(call);
        broker.consume(other);

        broker.streams.endAll(Refusal.unavailable("The broker is stopping."));

        assertThat(closingCode()).isEqualTo(Status.Code.UNAVAILABLE);
        assertThat(other.closedWith).isNotNull();
        assertThat(broker.stats().consumers()).isZero();
    }

    @Test
    void everythingArrivesInOrderWhateverTheTransportDoes() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            BrokerOnHand fresh = new BrokerOnHand();
            FakeCall moody = new FakeCall();
            ConsumerStream stream = fresh.consume(moody);
            List<String> sent = new ArrayList<>();

            for (int step = 0; step < 400; step++) {
                switch (random.nextInt(4)) {
                    case 0 -> moody.room = random.nextInt(10);
                    case 1 -> stream.signal();
                    case 2 -> fresh.settle();
                    default -> {
                        boolean large = random.nextInt(10) == 0;
                        String payload = large ? sent.size() % 10 + LARGE : "message " + sent.size();
                        fresh.enqueue(payload);
                        sent.add(large ? sent.size() % 10 + " × 400001" : payload);
                    }
                }
            }
            moody.room = Integer.MAX_VALUE;
            stream.signal();
            fresh.settle();

            assertThat(moody.payloads()).as("seed %d", seed).isEqualTo(sent);
        }
    }

    /** Five large messages, of which the stream has written two and waits for a reader with the rest. */
    private List<MessageId> holdBackFive() {
        ConsumerStream stream = broker.consume(call);
        call.room = 0;
        List<MessageId> sent = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sent.add(broker.enqueue(i + LARGE));
        }
        call.room = Integer.MAX_VALUE;
        stream.signal();
        return sent;
    }

    private Status.Code closingCode() {
        Status status = call.closedWith;
        assertThat(status).isNotNull();
        return status.getCode();
    }
}
