package io.fila.server.enqueue;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.message.MessageId;
import io.fila.core.runtime.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class MessageIdsTest {
    private static final long NOW_MILLIS = 1_700_000_000_123L;

    private final AtomicLong nowNanos = new AtomicLong(NOW_MILLIS * 1_000_000);
    private final MessageIds ids = new MessageIds(nowNanos::get);

    @Test
    void idIsAnUuidOfVersionSevenAndTellsItsTime() {
        MessageId id = ids.next();
        UUID uuid = UUID.fromString(id.toString());

        assertThat(uuid.version()).isEqualTo(7);
        assertThat(uuid.variant()).isEqualTo(2);
        assertThat(uuid.getMostSignificantBits() >>> 16).isEqualTo(NOW_MILLIS);
        assertThat(MessageId.parse(id.toString())).contains(id);
    }

    @Test
    void idsGrowWithinAMillisecondAndBeyondItsCounter() {
        List<MessageId> made = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            made.add(ids.next());
        }
        nowNanos.addAndGet(5_000_000);
        made.add(ids.next());

        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void idsGrowWhenTheClockGoesBack() {
        MessageId before = ids.next();
        nowNanos.addAndGet(-60_000_000_000L);

        assertThat(ids.next()).isGreaterThan(before);
    }

    @Test
    void idsOfManyThreadsAreDistinct() throws Exception {
        MessageIds shared = new MessageIds(Clock.system());
        ConcurrentLinkedQueue<MessageId> made = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 20_000; i++) {
                    made.add(shared.next());
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        Set<MessageId> distinct = new HashSet<>(made);
        assertThat(distinct).hasSize(80_000);
    }

    @Test
    void twoRunsInTheSameMillisecondDoNotMeet() {
        MessageIds other = new MessageIds(nowNanos::get);

        assertThat(ids.next()).isNotEqualTo(other.next());
    }
}
