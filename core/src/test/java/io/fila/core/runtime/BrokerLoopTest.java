package io.fila.core.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fila.core.BrokerSettings;
import io.fila.core.broker.Broker;
import io.fila.core.command.Command;
import io.fila.core.journal.Journal;
import io.fila.core.queue.QueueConfig;
import io.fila.core.queue.QueueName;
import io.fila.core.record.QueueCreated;
import io.fila.core.record.Record;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BrokerLoopTest {
    private final SlowJournal journal = new SlowJournal();
    private final Inbox inbox = new Inbox(100);
    private final List<String> heard = new ArrayList<>();
    private final BrokerLoop loop = new BrokerLoop(
            Broker.recover(BrokerSettings.defaults(), journal, 0),
            inbox,
            journal,
            effect -> {},
            notice -> heard.add("notice of " + ((QueueCreated) notice).name().value()),
            () -> 1,
            100);

    /** A journal that takes as long as the test wants. */
    private static final class SlowJournal implements Journal {
        private final List<List<Record>> appended = new ArrayList<>();
        private final List<Boolean> idle = new ArrayList<>();
        private volatile long durable;
        private volatile int worthwhile = 1;
        private volatile @Nullable RuntimeException failure;
        private volatile Runnable progress = () -> {};
        private final CountDownLatch second = new CountDownLatch(2);

        @Override
        public void recover(Consumer<Record> reader) {
            // There is nothing.
        }

        @Override
        public long append(List<Record> records) {
            appended.add(records);
            second.countDown();
            return appended.size();
        }

        @Override
        public long confirm() {
            return append(List.of());
        }

        @Override
        public long durable(boolean isIdle) {
            idle.add(isIdle);
            RuntimeException failed = failure;
            if (failed != null) {
                throw failed;
            }
            return durable;
        }

        @Override
        public int worthwhile() {
            return worthwhile;
        }

        @Override
        public void onProgress(Runnable listener) {
            progress = listener;
        }

        void reach(long position) {
            durable = position;
            progress.run();
        }
    }

    private void create(String name) {
        QueueName queue = new QueueName(name);
        inbox.put(new Command.CreateQueue(queue, QueueConfig.DEFAULT, reply("created")));
    }

    private <T> Reply<T> reply(String what) {
        return new Reply<>() {
            @Override
            public void accept(T value) {
                heard.add(what + " " + (value instanceof QueueName name ? name.value() : value));
            }

            @Override
            public void refuse(Refusal refusal) {
                heard.add("refused " + what);
            }
        };
    }

    private static void awaitSleep(Thread loop) {
        while (loop.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aTurnIsHeardOfOnlyAfterItIsDurable() {
        create("a");
        var _ = loop.runOnce();
        assertThat(heard).isEmpty();

        journal.reach(1);
        loop.release();

        assertThat(heard).containsExactly("notice of a", "notice of a.dlq", "created a");
    }

    @Test
    void furtherTurnsAreDecidedMeanwhileAndReleasedInOrder() {
        create("a");
        var _ = loop.runOnce();
        create("a");
        var _ = loop.runOnce();
        create("b");
        var _ = loop.runOnce();

        journal.reach(2);
        loop.release();
        assertThat(heard).containsExactly("notice of a", "notice of a.dlq", "created a", "refused created");

        journal.reach(3);
        loop.release();
        assertThat(heard).endsWith("notice of b", "notice of b.dlq", "created b");
    }

    @Test
    void anAnswerWithoutRecordsWaitsForItsPlace() {
        create("a");
        var _ = loop.runOnce();
        inbox.put(new Command.GetStats(new QueueName("a"), reply("stats")));
        var _ = loop.runOnce();
        assertThat(journal.appended).hasSize(2);

        journal.reach(1);
        loop.release();
        assertThat(heard).noneMatch(each -> each.startsWith("stats"));

        journal.reach(2);
        loop.release();
        assertThat(heard.getLast()).startsWith("stats");
    }

    @Test
    void nothingLeavesAfterAnAppendThatFailed() {
        create("a");
        var _ = loop.runOnce();
        create("b");
        var _ = loop.runOnce();
        journal.failure = new IllegalStateException("the disk is gone");

        assertThatThrownBy(loop::release).hasMessage("the disk is gone");
        assertThatThrownBy(loop::runOnce).hasMessage("the disk is gone");

        assertThat(heard).isEmpty();
    }

    @Test
    void theJournalHearsWhetherThereIsMoreToDecide() {
        create("a");
        var _ = loop.runOnce();
        assertThat(journal.idle).containsExactly(true);

        journal.idle.clear();
        create("b");
        inbox.put(new Command.GetStats(new QueueName("a"), reply("stats")));
        journal.worthwhile = 3;
        loop.release();
        assertThat(journal.idle).containsExactly(true);
        journal.worthwhile = 2;
        loop.release();
        assertThat(journal.idle).endsWith(false);
    }

    @Test
    void aStopReleasesWhatIsUnderWay() throws InterruptedException {
        create("a");
        Thread thread = Thread.ofPlatform().start(loop::run);
        loop.stop();
        journal.reach(1);
        thread.join();

        assertThat(heard).contains("created a");
    }

    @Test
    void aTurnIsDecidedWhileAnotherIsUnderWayIfThatPays() throws InterruptedException {
        create("a");
        Thread thread = Thread.ofPlatform().start(loop::run);
        awaitSleep(thread);
        create("b");
        assertThat(journal.second.await(10, TimeUnit.SECONDS)).isTrue();

        loop.stop();
        journal.reach(2);
        thread.join();
        assertThat(heard).endsWith("created b");
    }

    @Test
    void noTurnIsDecidedWhileThereIsNoRoom() throws InterruptedException {
        journal.worthwhile = Integer.MAX_VALUE;
        create("a");
        Thread thread = Thread.ofPlatform().start(loop::run);
        awaitSleep(thread);
        create("b");
        awaitSleep(thread);
        assertThat(journal.second.getCount()).isOne();

        journal.reach(1);
        assertThat(journal.second.await(10, TimeUnit.SECONDS)).isTrue();
        loop.stop();
        journal.reach(2);
        thread.join();
    }
}
