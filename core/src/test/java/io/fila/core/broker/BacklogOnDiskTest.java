package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.journal.Effect;
import io.fila.core.journal.PlaceKind;
import io.fila.core.message.Scheduling;
import io.fila.core.record.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory holds a window of heads; everything behind it comes back from disk in order. */
final class BacklogOnDiskTest {
    private final Rig rig = new Rig(new BrokerSettings(5, 2, Rig.LITTLE_MEMORY));

    @BeforeEach
    void queue() {
        rig.create("orders");
    }

    private List<String> fill(String key, int messages) {
        List<String> payloads = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            payloads.add(key + "-" + i);
            rig.enqueue("orders", key, key + "-" + i);
        }
        return payloads;
    }

    @Test
    void longBacklogIsDeliveredInOrder() {
        List<String> sent = fill("a", 1000);

        Rig.Receiver consumer = rig.consume("orders", 2000);

        assertThat(consumer.payloads()).isEqualTo(sent);
        assertThat(rig.stats("orders").depth()).isZero();
    }

    @Test
    void manyFlowsBeyondTheMemoryForHeadsAreAllDelivered() {
        int expected = 0;
        for (int key = 0; key < 50; key++) {
            expected += fill("k" + key, 20).size();
        }

        Rig.Receiver consumer = rig.consume("orders", 5000);

        assertThat(consumer.received).hasSize(expected);
        assertThat(consumer.payloads()).doesNotHaveDuplicates();
        for (int key = 0; key < 50; key++) {
            String name = "k" + key;
            List<String> ofKey = consumer.received.stream()
                    .filter(delivery -> delivery.envelope().fairnessKey().equals(name))
                    .map(rig::payload)
                    .toList();
            assertThat(ofKey).hasSize(20).isEqualTo(fillNames(name, 20));
        }
    }

    private static List<String> fillNames(String key, int messages) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            names.add(key + "-" + i);
        }
        return names;
    }

    @Test
    void restartKeepsOrderAndCounts() {
        List<String> sent = fill("a", 100);
        Rig.Receiver before = rig.consume("orders", 30);
        Snapshot snapshot = rig.snapshot();

        rig.restart();

        assertThat(rig.snapshot()).isEqualTo(snapshot);
        assertThat(rig.stats("orders").depth()).isEqualTo(70);
        assertThat(rig.stats("orders").inFlight()).isEqualTo(30);
        fill("a", 1);
        Rig.Receiver after = rig.consume("orders", 100);
        List<String> all = new ArrayList<>(before.payloads());
        all.addAll(after.payloads());
        sent.add("a-0");
        assertThat(all).isEqualTo(sent);
    }

    @Test
    void messagesThatTheDiskHasLostAreToldOfAndNotWaitedFor() {
        fill("a", 40);
        rig.lose("orders", PlaceKind.PENDING, 20, 30);

        Rig.Receiver consumer = rig.consume("orders", 100);

        assertThat(consumer.received).hasSize(30);
        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.reports()).singleElement().asString().contains("key \"a\", in line");
    }

    @Test
    void aKeyThatHasLostEverythingOnDiskIsGone() {
        fill("a", 40);
        rig.restart();
        rig.lose("orders", PlaceKind.PENDING, 0, 40);

        Rig.Receiver consumer = rig.consume("orders", 100);
        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.stats("orders").activeKeys()).isZero();

        fill("a", 2);
        assertThat(consumer.payloads()).containsExactly("a-0", "a-1");
        rig.restart();
        assertThat(rig.stats("orders").depth()).isZero();
    }

    @Test
    void entryThatDamageBroughtBackIsSetAsideWhileAConsumerHoldsItsMessage() {
        rig.enqueue("orders", "a", "held");
        rig.consume("orders", 1);
        rig.bringBack("orders");
        rig.restart();
        rig.enqueue("orders", "a", "new");

        Rig.Receiver second = rig.consume("orders", 10);
        assertThat(second.payloads()).containsExactly("new");
        assertThat(rig.reports()).singleElement().asString().contains("a consumer holds its message already");
        assertThat(rig.stats("orders").depth()).isZero();

        rig.advance(Duration.ofMinutes(1));
        assertThat(second.payloads()).containsExactly("new", "held", "new");
        rig.restart();
        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.reports()).hasSize(1);
    }

    @Test
    void messagesThatWereNotCountedAreDelivered() {
        List<String> sent = fill("a", 40);
        rig.miscount("orders", "a", -5);
        rig.restart();

        Rig.Receiver consumer = rig.consume("orders", 100);

        assertThat(consumer.payloads()).isEqualTo(sent);
        assertThat(rig.stats("orders").depth()).isZero();
        assertThat(rig.reports()).isNotEmpty();
    }

    @Test
    void leasesSurviveARestartAndCanStillBeAcked() {
        fill("a", 3);
        Rig.Receiver consumer = rig.consume("orders", 2);

        rig.restart();

        rig.ack("orders", consumer.received.get(0).envelope().id()).value();
        rig.advance(Duration.ofSeconds(31));
        assertThat(rig.stats("orders").depth()).isEqualTo(2);
        assertThat(rig.journal().messages()).isEqualTo(2);
    }

    @Test
    void leaseGivenByAClockThatWasAheadEndsAtMostOneTimeoutAfterTheRestart() {
        fill("a", 1);
        rig.consume("orders", 1);

        rig.clock(Duration.ofHours(-5));
        rig.restart();

        rig.advance(Duration.ofSeconds(30));
        assertThat(rig.stats("orders").inFlight()).isZero();
        assertThat(rig.stats("orders").depth()).isEqualTo(1);
    }

    @Test
    void sharesStayExactWhileHeadsComeFromDisk() {
        for (int i = 0; i < 500; i++) {
            rig.enqueue("orders", "a", "a" + i);
            rig.enqueue("orders", "b", "b" + i);
        }

        Rig.Receiver consumer = rig.consume("orders", 200);

        long a = consumer.keys().stream().filter("a"::equals).count();
        assertThat(a).isEqualTo(100);
    }

    @Test
    void laneOnDiskIsNotKeptWaitingByAnotherOfItsFlow() {
        rig.create("orders");
        rig.enqueue("orders", new Scheduling("a", 1, List.of("key")), "old");
        rig.restart();
        for (int i = 0; i < 5; i++) {
            rig.enqueue("orders", "a", "new" + i);
        }

        Rig.Receiver consumer = rig.consume("orders", 1);
        consumer.grant(1);

        assertThat(consumer.payloads()).containsExactly("new0", "old");
    }

    @Test
    void laneIsReadOnBehindADamagedPageThoughAnotherOfItsFlowHasHeads() {
        rig.create("orders");
        rig.enqueue("orders", new Scheduling("a", 1, List.of("key")), "stays");
        for (int i = 0; i < 30; i++) {
            rig.offer("orders", "a", Wishes.ttl(Duration.ofSeconds(10)), "goes");
        }
        List<Effect.LoadPage> pages = new ArrayList<>();
        rig.damaged = load -> pages.add(load) && pages.size() == 1;

        rig.advance(Duration.ofSeconds(10));

        assertThat(pages).hasSizeGreaterThan(1);
        assertThat(rig.stats("orders").depth()).isEqualTo(1);
    }
}
