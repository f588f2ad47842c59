package io.fila.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.journal.Archive;
import io.fila.core.journal.Errand;
import io.fila.core.journal.Page;
import io.fila.core.message.Body;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import io.fila.core.runtime.Inbox;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class ReadingErrandsTest {
    private static final Errand LOAD = new Errand.LoadPage(new QueueId(1), "acme", 0, 10, 1);

    private final Inbox inbox = new Inbox(1);
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void pageGoesBackToTheBrokerEvenIfItsInboxIsFull() {
        ReadingErrands errands = new ReadingErrands(new OnePage(null), Runnable::run, inbox, failures::add);

        errands.run(LOAD);
        errands.run(LOAD);

        assertThat(inbox.size()).isEqualTo(2);
        assertThat(failures).isEmpty();
    }

    @Test
    void pageThatCannotBeReadIsTheEnd() {
        RuntimeException unreadable = new IllegalStateException("The disk does not answer.");
        ReadingErrands errands = new ReadingErrands(new OnePage(unreadable), Runnable::run, inbox, failures::add);

        errands.run(LOAD);

        assertThat(inbox.size()).isZero();
        assertThat(failures).containsExactly(unreadable);
    }

    @Test
    void brokerThatIsClosingReadsNoMore() {
        ReadingErrands errands = new ReadingErrands(
                new OnePage(null),
                task -> {
                    throw new RejectedExecutionException();
                },
                inbox,
                failures::add);

        errands.run(LOAD);

        assertThat(inbox.size()).isZero();
        assertThat(failures).isEmpty();
    }

    private record OnePage(@Nullable RuntimeException failure) implements Archive {
        @Override
        public Page page(QueueId queue, String fairnessKey, long afterPosition, int limit) {
            if (failure != null) {
                throw failure;
            }
            return new Page(List.of(), List.of(), afterPosition);
        }

        @Override
        public @Nullable Body body(QueueId queue, MessageId id) {
            return null;
        }
    }
}
