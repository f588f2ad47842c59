package io.fila.retracker.forwarder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.outbound.RetryAdvice;
import io.fila.retracker.tracker.Reply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A forwarder that is slow holds up itself alone; and how many workers there are. */
final class SlowForwarderTest {
    @TempDir
    Path folder;

    @Test
    void othersAreAskedAboutEverythingWhileOneHangs() throws Exception {
        String lines = "forwarder_workers = 3\nmax_forwarder_workers = 3\nforwarder_concurrency = 2\n";
        try (ForwardingRig rig = new ForwardingRig(folder, lines, "hangs", "quick");
                Door door = new Door()) {
            rig.let("hangs", door);
            IntStream.range(0, 200).forEach(rig::announce);

            rig.awaitAsked("quick", 200);

            assertThat(rig.mostUnderWay("hangs"))
                    .as("no more of its jobs at once than it may have")
                    .isEqualTo(2);
            door.open();
            rig.awaitAsked("hangs", 200);
            rig.settle();
            assertThat(rig.mostUnderWay("hangs")).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void queueThatIsGettingFullTakesNoMoreForOneThatHasItsShare() throws Exception {
        String lines = ForwardingServiceTest.oneWorker(100)
                        .replace("forwarder_workers = 1", "forwarder_workers = 2")
                        .replace("queue_throttle_threshold = 0", "queue_throttle_threshold = 60")
                + "queue_rate_limit_threshold = 0\n";
        try (ForwardingRig rig = new ForwardingRig(folder, lines, "slow", "quick");
                Door door = new Door()) {
            rig.let("slow", door);

            int announced = 0;
            while (announced < 300) {
                assertThat(rig.announce(announced)).isInstanceOf(Reply.Answer.class);
                announced++;
                rig.awaitAsked("quick", announced);
            }

            assertThat(rig.stats().queueDepth())
                    .as("it fills what is not throttled, and no more")
                    .isBetween(60L, 62L);
            assertThat(rig.asked("slow")).isEqualTo(1);
        }
    }

    @Test
    void jobsThatAreAllPutOffTakeNobodysRoom() throws Exception {
        String lines = "forwarder_queue_size = 5\nqueue_rate_limit_threshold = 0\n";
        try (ForwardingRig rig = new ForwardingRig(folder, lines, "later", "quick")) {
            rig.let("later", new ForwarderReply.Declined("Soon.", new RetryAdvice.Soon(Duration.ofMinutes(5))));

            for (int torrent = 0; torrent < 20; torrent++) {
                assertThat(rig.announce(torrent)).isInstanceOf(Reply.Answer.class);
                rig.settle();
            }

            assertThat(rig.stats().scheduledCount()).as("as many as fit").isEqualTo(5);
            assertThat(rig.asked("quick")).isEqualTo(20);
        }
    }

    @Test
    void operatorSaysHowOftenASecondAForwarderIsAskedAndOthersDoNotWait() throws Exception {
        try (ForwardingRig rig = new ForwardingRig(folder, "", "strict", "quick")) {
            rig.throttle("strict", 2);
            IntStream.range(0, 10).forEach(rig::announce);
            rig.settle();
            assertThat(rig.asked("quick")).isEqualTo(10);
            assertThat(rig.asked("strict")).isEqualTo(2);

            rig.advance(Duration.ofSeconds(1));
            assertThat(rig.asked("strict")).isEqualTo(4);
            rig.advance(Duration.ofSeconds(3));
            assertThat(rig.asked("strict")).isEqualTo(10);
        }
    }

    @Test
    void workersAreAddedWhileTheQueueIsFullAndGoWhenItIsEmpty() throws Exception {
        String lines = """
                forwarder_workers = 1
                max_forwarder_workers = 3
                forwarder_concurrency = 10
                forwarder_queue_size = 10
                queue_rate_limit_threshold = 0
                """;
        try (ForwardingRig rig = new ForwardingRig(folder, lines, "f");
                Door door = new Door()) {
            rig.let("f", door);
            assertThat(rig.stats().activeWorkers()).isEqualTo(1);

            await().atMost(ForwardingRig.PATIENCE).until(() -> {
                // What workers take ahead is no longer in the queue, so it is kept full.
                IntStream.range(0, 40).forEach(rig::announce);
                return rig.stats().activeWorkers() == 3;
            });

            door.open();
            await().atMost(ForwardingRig.PATIENCE).until(() -> rig.stats().activeWorkers() == 1);
            assertThat(rig.stats().maxWorkers()).isEqualTo(3);
        }
    }
}
