package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.queue.QueueConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What consumers hold is bounded by what they settle, whatever credit they grant. */
final class ConsumerWindowsTest {
    private static final int WINDOW = 16;
    private static final int STEP = 64;
    private static final int ENDLESS = Integer.MAX_VALUE;

    private final Rig rig = new Rig(new BrokerSettings(1000, 4, WINDOW, Limits.defaults()));

    private Rig.Receiver consume() {
        return rig.consume("orders", ENDLESS);
    }

    private void fill(int messages) {
        rig.create("orders");
        for (int i = 0; i < messages; i++) {
            rig.enqueue("orders", "noisy", "m" + i);
        }
    }

    private void ackAll(Rig.Receiver consumer) {
        List.copyOf(consumer.received)
                .forEach(delivery -> rig.ack("orders", delivery.envelope().id()));
    }

    @Test
    void consumerThatSettlesNothingHoldsLittle() {
        fill(1000);

        Rig.Receiver consumer = consume();

        assertThat(consumer.received).hasSize(WINDOW);
    }

    @Test
    void windowGrowsWithWhatIsSettled() {
        fill(1000);
        Rig.Receiver consumer = consume();

        ackAll(consumer);

        assertThat(consumer.received.size() - WINDOW).isGreaterThan(WINDOW);
    }

    @Test
    void clientThatCollectsManyBeforeItSettlesAnyIsGivenThemStepByStep() {
        fill(1000);
        Rig.Receiver consumer = consume();

        rig.advance(Duration.ofMillis(50));
        assertThat(consumer.received).hasSize(WINDOW + STEP);
        rig.advance(Duration.ofMillis(50));
        assertThat(consumer.received).hasSize(WINDOW + 2 * STEP);
        for (int i = 0; i < 20; i++) {
            rig.advance(Duration.ofMillis(300));
        }

        assertThat(consumer.received).hasSize(1000);
    }

    @Test
    void oneThatSettlesGetsWhatThoseThatDoNotAreNotGiven() {
        fill(5000);
        List<Rig.Receiver> idle = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            idle.add(consume());
        }
        Rig.Receiver healthy = consume();
        int settled = 0;
        for (int i = 0; i < 200; i++) {
            List<?> before = List.copyOf(healthy.received);
            ackAll(healthy);
            settled += before.size();
            healthy.received.removeAll(before);
            rig.advance(Duration.ofMillis(5));
        }

        int held = idle.stream().mapToInt(consumer -> consumer.received.size()).sum();
        assertThat(settled).isGreaterThan(4000);
        assertThat(held).isLessThan(20 * 2 * WINDOW);
    }

    @Test
    void manyThatSettleNothingHoldLittleMoreThanOneOfThem() {
        fill(20_000);
        List<Rig.Receiver> idle = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            idle.add(consume());
        }

        for (int i = 0; i < 100; i++) {
            rig.advance(Duration.ofMillis(50));
        }

        int held = idle.stream().mapToInt(consumer -> consumer.received.size()).sum();
        assertThat(held).isLessThan(100 * WINDOW + 100 * (STEP + 1));
    }

    @Test
    void clientsThatCollectHaveTheirTurnsOneAfterTheOther() {
        fill(2000);
        Rig.Receiver first = consume();
        Rig.Receiver second = consume();

        for (int i = 0; i < 400 && first.received.size() < 500; i++) {
            rig.advance(Duration.ofMillis(50));
        }
        assertThat(second.received).hasSize(WINDOW);
        ackAll(first);
        for (int i = 0; i < 400 && second.received.size() < 100; i++) {
            rig.advance(Duration.ofMillis(50));
        }

        assertThat(second.received).hasSizeGreaterThanOrEqualTo(100);
    }

    @Test
    void halfOfWhatAQueueMayHaveOutIsKeptForThoseThatSettle() {
        Limits few = Limits.defaults()
                .but()
                .queues(10)
                .flows(10)
                .inFlightPerQueue(200)
                .inFlightPerConsumer(1000)
                .windowPerLane(512)
                .headsInMemory(20_000)
                .bodyBytesInMemory(1 << 20)
                .commandsPerTurn(100)
                .deliveriesPerTurn(512)
                .timersPerTurn(100)
                .pagesInFlight(4)
                .limits();
        Rig small = new Rig(new BrokerSettings(1000, 4, WINDOW, few));
        small.create("orders");
        for (int i = 0; i < 1000; i++) {
            small.enqueue("orders", "noisy", "m" + i);
        }
        Rig.Receiver first = small.consume("orders", ENDLESS);
        for (int i = 0; i < 20; i++) {
            small.advance(Duration.ofSeconds(1));
        }
        assertThat(first.received.size()).isBetween(100, 100 + STEP);

        Rig.Receiver second = small.consume("orders", ENDLESS);

        assertThat(second.received).hasSize(WINDOW);
    }

    @Test
    void consumerWhoseLeasesExpireIsGivenOneAtATime() {
        fill(1000);
        Rig.Receiver consumer = consume();
        rig.advance(QueueConfig.DEFAULT_VISIBILITY_TIMEOUT);
        int before = consumer.received.size();

        for (int i = 0; i < 40; i++) {
            rig.advance(Duration.ofSeconds(1));
        }
        rig.advance(QueueConfig.DEFAULT_VISIBILITY_TIMEOUT);

        assertThat(before).isGreaterThan(WINDOW);
        assertThat(rig.stats("orders").inFlight()).isLessThan(WINDOW);
    }

    @Test
    void consumerThatItsFirstMessageFillsIsLookedAfterToo() {
        Rig narrow = new Rig(new BrokerSettings(1000, 4, 1, Limits.defaults()));
        narrow.create("orders");
        for (int i = 0; i < 10; i++) {
            narrow.enqueue("orders", "noisy", "m" + i);
        }
        Rig.Receiver consumer = narrow.consume("orders", ENDLESS);
        assertThat(consumer.received).hasSize(1);

        narrow.advance(Duration.ofMillis(50));

        assertThat(consumer.received).hasSize(10);
    }

    @Test
    void nobodyLooksAfterConsumersThatHaveRoom() {
        fill(WINDOW - 1);
        consume();

        assertThat(rig.turn(List.of()).wakeAtNanos())
                .isEqualTo(rig.nowNanos() + QueueConfig.DEFAULT_VISIBILITY_TIMEOUT.toNanos());
    }

    @Test
    void windowIsNotOpenedWhileTheQueueIsPaused() {
        fill(1000);
        Rig.Receiver consumer = consume();
        rig.pause("orders", "", true);
        for (int i = 0; i < 20; i++) {
            rig.advance(Duration.ofMillis(300));
        }

        rig.pause("orders", "", false);

        assertThat(consumer.received).hasSize(WINDOW);
    }

    @Test
    void windowIsNotOpenedWhileNothingWaits() {
        fill(WINDOW);
        Rig.Receiver consumer = consume();
        for (int i = 0; i < 20; i++) {
            rig.advance(Duration.ofMillis(300));
        }

        rig.enqueue("orders", "noisy", "one more");

        assertThat(consumer.received).hasSize(WINDOW);
    }
}
