package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueStats;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ThrottledDeliveryTest {
    private final Rig rig = new Rig(new BrokerSettings(10, 0, Limits.defaults()));

    @BeforeEach
    void queue() {
        rig.create("calls", new QueueConfig(QueueConfig.MAX_VISIBILITY_TIMEOUT));
    }

    private void send(String tenant, String payload, String... throttleKeys) {
        rig.enqueue("calls", new Scheduling(tenant, 1, List.of(throttleKeys)), payload)
                .value();
    }

    @Test
    void throttledMessageIsHeldAndTheOthersGoOn() {
        rig.set("throttle:api:rate", "1").value();
        send("a", "a1", "api");
        send("a", "a2", "api");
        send("b", "b1");

        Rig.Receiver consumer = rig.consume("calls", 10);

        assertThat(consumer.payloads()).containsExactly("a1", "b1");
        assertThat(rig.stats("calls").depth()).isEqualTo(1);
    }

    @Test
    void everyThrottleKeyOfAMessageMustHaveAToken() {
        rig.set("throttle.provider", "100,100").value();
        rig.set("throttle.region", "1,1").value();
        send("a", "a1", "provider", "region");
        send("a", "a2", "provider", "region");

        Rig.Receiver consumer = rig.consume("calls", 10);

        assertThat(consumer.payloads()).containsExactly("a1");
        rig.advance(Duration.ofSeconds(1));
        assertThat(consumer.payloads()).containsExactly("a1", "a2");
    }

    @Test
    void refilledBucketLetsTheHeldMessageGoAtThatMoment() {
        rig.set("throttle.api", "2,1").value();
        send("a", "a1", "api");
        send("a", "a2", "api");
        Rig.Receiver consumer = rig.consume("calls", 10);

        rig.advance(Duration.ofMillis(499));
        assertThat(consumer.payloads()).containsExactly("a1");

        rig.advance(Duration.ofMillis(1));
        assertThat(consumer.payloads()).containsExactly("a1", "a2");
    }

    @Test
    void heldTenantStaysActiveAndKeepsItsDeficit() {
        rig.set("throttle.api", "1,1").value();
        send("a", "a1", "api");
        send("a", "a2", "api");
        rig.consume("calls", 10);

        var stats = rig.stats("calls");

        assertThat(stats.activeKeys()).isEqualTo(1);
        assertThat(stats.depth()).isEqualTo(1);
    }

    @Test
    void messagesWithoutThrottleKeysAreNotHeld() {
        rig.set("throttle.api", "0,1").value();
        for (int i = 0; i < 50; i++) {
            send("a", "m" + i);
        }

        assertThat(rig.consume("calls", 50).received).hasSize(50);
    }

    @Test
    void throttledHeadDoesNotSilenceTheRestOfItsTenant() {
        rig.set("throttle.slow", "1,1").value();
        send("a", "slow1", "slow");
        send("a", "slow2", "slow");
        send("a", "free1");
        send("a", "slow3", "slow");
        send("a", "free2");

        Rig.Receiver consumer = rig.consume("calls", 10);

        assertThat(consumer.payloads()).containsExactly("slow1", "free1", "free2");
        rig.advance(Duration.ofSeconds(1));
        rig.advance(Duration.ofSeconds(1));
        assertThat(consumer.payloads()).containsExactly("slow1", "free1", "free2", "slow2", "slow3");
    }

    @Test
    void lanesOfATenantShareItsWeight() {
        rig.set("throttle.x", "1000000,1000000").value();
        for (int i = 0; i < 200; i++) {
            send("lanes", "l" + i, i % 2 == 0 ? "x" : "y");
            send("plain", "p" + i);
        }

        Rig.Receiver consumer = rig.consume("calls", 200);

        assertThat(consumer.keys().stream().filter("lanes"::equals)).hasSize(100);
    }

    @Test
    void tenantWithTooManySetsOfThrottlesSharesALaneAndLosesNothing() {
        for (int i = 0; i < 3 * Limits.LANES_PER_FLOW; i++) {
            rig.set("throttle.k" + i, "1,1").value();
            send("a", "first" + i, "k" + i);
            send("a", "second" + i, "k" + i);
        }
        Rig.Receiver consumer = rig.consume("calls", 1000);

        for (int i = 0; i < 200; i++) {
            rig.advance(Duration.ofSeconds(1));
        }

        assertThat(consumer.payloads()).hasSize(6 * Limits.LANES_PER_FLOW).doesNotHaveDuplicates();
    }

    @Test
    void twoThrottledTenantsGetTheirRatesWhileAFreeOneRunsFree() {
        rig.set("throttle.a", "10,1").value();
        rig.set("throttle.b", "25,1").value();
        for (int i = 0; i < 1000; i++) {
            send("a", "a" + i, "a");
            send("b", "b" + i, "b");
        }
        for (int i = 0; i < 5000; i++) {
            send("free", "f" + i);
        }
        Rig.Receiver consumer = rig.consume("calls", 100_000);
        assertThat(consumer.keys().stream().filter("free"::equals)).hasSize(5000);

        for (int i = 0; i < 10_000; i++) {
            rig.advance(Duration.ofMillis(1));
        }

        assertThat(consumer.keys().stream().filter("a"::equals)).hasSize(101);
        assertThat(consumer.keys().stream().filter("b"::equals)).hasSize(251);
    }

    @Test
    void bucketIsSharedByAllQueues() {
        rig.create("mails");
        rig.set("throttle.api", "1,1").value();
        send("a", "call", "api");
        rig.enqueue("mails", new Scheduling("a", 1, List.of("api")), "mail");
        Rig.Receiver calls = rig.consume("calls", 10);
        Rig.Receiver mails = rig.consume("mails", 10);

        assertThat(calls.received.size() + mails.received.size()).isEqualTo(1);
        rig.advance(Duration.ofSeconds(1));
        assertThat(calls.received.size() + mails.received.size()).isEqualTo(2);
    }

    @Test
    void tokensAreTakenOnlyWhenAMessageIsHandedOver() {
        rig.set("throttle.api", "0,3").value();
        send("a", "a1", "api");
        rig.advance(Duration.ofSeconds(1));

        Rig.Receiver consumer = rig.consume("calls", 1);

        assertThat(consumer.received).hasSize(1);
        send("a", "a2", "api");
        assertThat(rig.stats("calls").throttles())
                .singleElement()
                .satisfies(throttle -> assertThat(throttle.tokens()).isEqualTo(2));
    }

    @Test
    void bucketThatNobodyUsesIsToldToo() {
        rig.set("throttle.used", "5,3").value();
        rig.set("throttle.spare", "7,9").value();
        send("a", "a1", "used");

        assertThat(rig.stats("calls").throttles())
                .containsExactly(
                        new QueueStats.ThrottleStats("spare", 9, 7, 9), new QueueStats.ThrottleStats("used", 3, 5, 3));
    }

    @Test
    void restartIsNoWayAroundALimit() {
        rig.set("throttle.api", "1,5").value();
        for (int i = 0; i < 100; i++) {
            send("a", "a" + i, "api");
        }
        int delivered = rig.consume("calls", 100).received.size();

        for (int crash = 0; crash < 10; crash++) {
            rig.restart();
            delivered += rig.consume("calls", 100).received.size();
        }

        assertThat(delivered).isEqualTo(5);
        rig.advance(Duration.ofSeconds(2));
        rig.restart();
        assertThat(rig.consume("calls", 100).received.size()).isLessThanOrEqualTo(2);
    }

    @Test
    void newRateTakesEffectAtOnceAndRemovingItFreesTheKey() {
        rig.set("throttle.api", "0,1").value();
        for (int i = 0; i < 10; i++) {
            send("a", "a" + i, "api");
        }
        Rig.Receiver consumer = rig.consume("calls", 100);
        rig.advance(Duration.ofHours(1));
        assertThat(consumer.received).hasSize(1);

        rig.set("throttle.api", "1,1").value();
        rig.advance(Duration.ofSeconds(1));
        assertThat(consumer.received).hasSize(2);

        rig.set("throttle.api", "").value();
        assertThat(consumer.received).hasSize(10);
    }

    @Test
    void thousandsOfThrottledTenantsDoNotHoldTheFreeOneUp() {
        rig.set("throttle.stuck", "0,1").value();
        for (int i = 0; i < 5000; i++) {
            send("t" + i, "m", "stuck");
        }
        Rig.Receiver consumer = rig.consume("calls", 100_000);
        assertThat(consumer.received).hasSize(1);

        for (int i = 0; i < 2000; i++) {
            send("free", "f" + i);
        }

        assertThat(consumer.received).hasSize(2001);
    }

    @Test
    void throttleKeyNamedTwiceTakesOneToken() {
        rig.set("throttle.api", "0,3").value();
        send("a", "a1", "api", "api");
        send("a", "a2", "api", "api");
        send("a", "a3", "api", "api");

        assertThat(rig.consume("calls", 10).payloads()).containsExactly("a1", "a2", "a3");
    }

    @Test
    void statsTellOfTenantsThatWaitForTokens() {
        rig.set("throttle.api", "0,1").value();
        send("a", "a1", "api");
        send("a", "a2", "api");
        rig.consume("calls", 10);

        assertThat(rig.stats("calls").keys())
                .singleElement()
                .satisfies(key -> assertThat(key.key()).isEqualTo("a"));
    }

    @Test
    void thoseWhoWaitedInADeletedQueueDoNotHoldUpTheOthers() {
        rig.create("mails");
        rig.set("throttle.api", "1,1").value();
        for (int i = 0; i < 20; i++) {
            send("t" + i, "call", "api");
        }
        Rig.Receiver calls = rig.consume("calls", 100);
        assertThat(calls.received).hasSize(1);
        rig.enqueue("mails", new Scheduling("a", 1, List.of("api")), "mail");
        Rig.Receiver mails = rig.consume("mails", 10);

        rig.delete("calls").value();
        rig.advance(Duration.ofSeconds(1));

        assertThat(mails.payloads()).containsExactly("mail");
    }

    @Test
    void tenantsThatNeedTheSameTwoLimitsDoNotWaitForEachOther() {
        rig.set("throttle.provider", "1,1").value();
        rig.set("throttle.region", "1,1").value();
        send("a", "a1", "provider");
        send("b", "b1", "region");
        for (int i = 2; i < 6; i++) {
            send("a", "a" + i, "provider", "region");
            send("b", "b" + i, "region", "provider");
            send("c", "c" + i, "provider");
            send("d", "d" + i, "region");
        }
        Rig.Receiver consumer = rig.consume("calls", 100);

        for (int second = 0; second < 60; second++) {
            rig.advance(Duration.ofSeconds(1));
        }

        assertThat(consumer.received).hasSize(18);
    }

    @Test
    void roundGoesOnWhenALaneTurnsOutToBeDamagedAndTheOtherWaitsForTokens() {
        Limits small = Limits.defaults()
                .but()
                .windowPerLane(2)
                .headsInMemory(100)
                .bodyBytesInMemory(64)
                .pagesInFlight(2)
                .limits();
        Rig broker = new Rig(new BrokerSettings(1, 0, small));
        broker.create("calls");
        broker.set("throttle.slow", "0,1").value();
        for (int i = 0; i < 3; i++) {
            broker.enqueue("calls", new Scheduling("a", 1, List.of("slow")), "slow" + i);
        }
        for (int i = 0; i < 3; i++) {
            broker.enqueue("calls", "a", "a" + i);
            broker.enqueue("calls", "b", "b" + i);
            broker.enqueue("calls", "b", "b" + (i + 3));
        }
        Rig.Receiver consumer = broker.new Receiver("calls");

        broker.damaged = load -> load.fairnessKey().equals("a") && load.lane().isEmpty();
        broker.run(consumer.attach(100));

        assertThat(consumer.keys().stream().filter("b"::equals)).hasSize(6);
        assertThat(consumer.payloads()).contains("slow0", "a0", "a1").doesNotContain("a2", "slow1");
    }

    @Test
    void sharedLaneDoesNotWaitAtTheGateOfAMessageThatHasGone() {
        rig.set("throttle.closed", "0,1").value();
        send("a", "takes the token", "closed");
        Rig.Receiver consumer = rig.consume("calls", 1);
        for (int i = 0; i < Limits.LANES_PER_FLOW; i++) {
            send("a", "lane" + i, "k" + i);
        }
        rig.run(rig.enqueueCommand(
                "calls",
                new Scheduling("a", 1, List.of("closed", "other")),
                Wishes.ttl(Duration.ofMinutes(1)),
                "too late",
                new Rig.Answer<>()));
        send("a", "free", "free", "other");
        consumer.grant(100);
        assertThat(consumer.payloads()).doesNotContain("free");

        rig.advance(Duration.ofMinutes(1));

        assertThat(consumer.payloads()).contains("free").doesNotContain("too late");
    }

    @Test
    void laneThatWasEmptiedAtAGateKeepsNobodyElseWaiting() {
        rig.set("throttle.api", "0.001,1").value();
        send("a", "takes the token", "api");
        Rig.Receiver consumer = rig.consume("calls", 10);
        send("b", "waits", "api");
        rig.purge("calls", "", Long.MAX_VALUE, 10);
        rig.set("throttle.api", "0.001,2").value();
        rig.advance(Duration.ofSeconds(999));
        assertThat(consumer.payloads()).hasSize(1);
        rig.advance(Duration.ofSeconds(1));

        send("c", "goes at once", "api");

        assertThat(consumer.payloads()).containsExactly("takes the token", "goes at once");
    }

    /** A hundred tenants of "calls" wait for tokens, one a second, and so does one of "others". */
    private Rig.Receiver crowdAt(Rig.Receiver crowd) {
        rig.set("throttle.api", "1,1").value();
        rig.create("others", new QueueConfig(QueueConfig.MAX_VISIBILITY_TIMEOUT));
        for (int tenant = 0; tenant < 100; tenant++) {
            send("t" + tenant, "crowd", "api");
        }
        assertThat(crowd.received).hasSize(1);
        rig.enqueue("others", new Scheduling("o", 1, List.of("api")), "other").value();
        return rig.consume("others", 1);
    }

    @Test
    void queueWithoutConsumersLeavesItsTokensToOthers() {
        Rig.Receiver crowd = rig.consume("calls", 100);
        Rig.Receiver other = crowdAt(crowd);
        crowd.detach();

        rig.advance(Duration.ofSeconds(1));

        assertThat(other.payloads()).containsExactly("other");
        Rig.Receiver back = rig.consume("calls", 100);
        for (int second = 0; second < 5; second++) {
            rig.advance(Duration.ofSeconds(1));
        }
        assertThat(back.received).hasSize(5);
    }

    @Test
    void pausedQueueLeavesItsTokensToOthers() {
        Rig.Receiver crowd = rig.consume("calls", 100);
        Rig.Receiver other = crowdAt(crowd);
        rig.pause("calls", "", true);

        rig.advance(Duration.ofSeconds(1));

        assertThat(other.payloads()).containsExactly("other");
        rig.pause("calls", "", false);
        rig.advance(Duration.ofSeconds(1));
        assertThat(crowd.received).hasSize(2);
    }

    @Test
    void pausedTenantLeavesItsTokensToOthers() {
        Rig.Receiver crowd = rig.consume("calls", 100);
        Rig.Receiver other = crowdAt(crowd);
        for (int tenant = 0; tenant < 100; tenant++) {
            rig.pause("calls", "t" + tenant, true);
        }

        rig.advance(Duration.ofSeconds(1));

        assertThat(other.payloads()).containsExactly("other");
    }
}
