package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.BrokerSettings;
import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.command.NameRange;
import io.fila.core.config.Setting;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.reply.Done;
import io.fila.core.throttle.Loan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two brokers that share settings and throttles: one owns the buckets, the other borrows. */
final class SharingTest {
    private final Rig owner = new Rig(new BrokerSettings(10, 0, Limits.defaults()));
    private final Rig borrower = new Rig(new BrokerSettings(10, 0, Limits.defaults()));

    @BeforeEach
    void queue() {
        borrower.create("calls");
    }

    private void adopt(NameRange range, Setting... settings) {
        borrower.<Done>ask(reply -> new Command.Adopt(1, range, List.of(settings), NameRange.NONE, List.of(), reply))
                .value();
    }

    private void throttle(String value) {
        owner.set("throttle.api", value).value();
        adopt(NameRange.ALL, new Setting("throttle.api", value));
    }

    private void send(int messages) {
        for (int i = 0; i < messages; i++) {
            borrower.enqueue("calls", new Scheduling("a", 1, List.of("api")), "m" + i)
                    .value();
        }
    }

    private Map<String, Integer> wants() {
        return borrower.<Map<String, Integer>>ask(Command.FindWants::new).value();
    }

    private int borrow() {
        int borrowed = 0;
        for (Map.Entry<String, Integer> want : wants().entrySet()) {
            Loan loan = owner.<Loan>ask(reply -> new Command.Lend(want.getKey(), want.getValue(), reply))
                    .value();
            borrower.<Done>ask(reply -> new Command.Credit(want.getKey(), loan.tokens(), reply))
                    .value();
            borrowed += loan.tokens();
        }
        return borrowed;
    }

    @Test
    void aLaneGetsAsManyTokensAtOnceAsItHasMessagesFor() {
        throttle("100,50");
        send(80);
        Rig.Receiver consumer = borrower.consume("calls", 1000);
        assertThat(consumer.received).isEmpty();

        assertThat(wants()).isEqualTo(Map.of("api", 50));
        assertThat(borrow()).isEqualTo(50);

        assertThat(consumer.received).hasSize(50);
        assertThat(borrow()).isZero();
        owner.advance(Duration.ofMillis(200));
        borrower.advance(Duration.ofMillis(200));
        assertThat(borrow()).isEqualTo(20);
        assertThat(consumer.received).hasSize(70);
    }

    @Test
    void noMoreTokensAreWantedThanConsumersHaveRoomFor() {
        throttle("100,50");
        send(80);
        Rig.Receiver consumer = borrower.consume("calls", 3);

        assertThat(borrow()).isEqualTo(3);
        assertThat(consumer.received).hasSize(3);
        assertThat(wants()).isEmpty();
        consumer.grant(2);
        assertThat(borrow()).isEqualTo(2);
    }

    @Test
    void theOwnerTellsWhenItHasMore() {
        throttle("2,1");

        assertThat(lend(5)).isEqualTo(new Loan(1, Duration.ofMillis(500).toNanos()));
        owner.advance(Duration.ofMillis(100));
        assertThat(lend(5)).isEqualTo(new Loan(0, Duration.ofMillis(400).toNanos()));
        throttle("0,1");
        assertThat(lend(5)).isEqualTo(new Loan(0, Long.MAX_VALUE));
    }

    private Loan lend(int wanted) {
        return owner.<Loan>ask(reply -> new Command.Lend("api", wanted, reply)).value();
    }

    @Test
    void whoeverWatchesIsToldWhenSomebodyWaits() {
        throttle("100,50");
        Rig.Answer<Done> watching = borrower.ask(Command.AwaitWants::new);
        borrower.consume("calls", 10);
        assertThat(watching.isAnswered()).isFalse();

        send(1);

        assertThat(watching.isAnswered()).isTrue();
        assertThat(borrower.<Done>ask(Command.AwaitWants::new).isAnswered()).isTrue();
    }

    @Test
    void whoeverWatchesGivesWayToTheNext() {
        Rig.Answer<Done> first = borrower.ask(Command.AwaitWants::new);

        Rig.Answer<Done> second = borrower.ask(Command.AwaitWants::new);

        assertThat(first.isAnswered()).isTrue();
        assertThat(second.isAnswered()).isFalse();
    }

    @Test
    void bucketsThatAreBorrowedStayBorrowedAfterARestart() {
        throttle("100,50");
        borrower.restart();
        send(1);
        Rig.Receiver consumer = borrower.consume("calls", 10);
        borrower.advance(Duration.ofSeconds(10));
        assertThat(consumer.received).isEmpty();

        assertThat(borrow()).isEqualTo(1);
        assertThat(consumer.received).hasSize(1);
    }

    @Test
    void onlyWhatIsInTheRangeIsReplaced() {
        adopt(NameRange.ALL, new Setting("a", "1"), new Setting("b", "2"), new Setting("c", "3"));

        adopt(NameRange.only("b"), new Setting("b", "4"));
        adopt(NameRange.only("c"));
        adopt(new NameRange("x", null), new Setting("y", "5"));

        assertThat(borrower.<List<Setting>>ask(reply -> new Command.ListConfig("", reply))
                        .value())
                .containsExactly(new Setting("a", "1"), new Setting("b", "4"), new Setting("y", "5"));
    }

    @Test
    void theOwnerTellsHowItsBucketsStand() {
        throttle("100,50");

        assertThat(owner.<List<ThrottleStats>>ask(reply -> new Command.FindThrottles(List.of("api", "nothing"), reply))
                        .value())
                .containsExactly(new ThrottleStats("api", 50, 100, 50));
    }
}
