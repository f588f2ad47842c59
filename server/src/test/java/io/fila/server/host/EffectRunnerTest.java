package io.fila.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.hook.Failure;
import io.fila.core.hook.FailureDecision;
import io.fila.core.hook.Hooks;
import io.fila.core.journal.Archive;
import io.fila.core.journal.Effect;
import io.fila.core.journal.MessagePage;
import io.fila.core.journal.Page;
import io.fila.core.journal.PlaceKind;
import io.fila.core.journal.SchedulePage;
import io.fila.core.message.Body;
import io.fila.core.message.Envelope;
import io.fila.core.message.MessageId;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import io.fila.core.queue.QueueName;
import io.fila.core.runtime.Inbox;
import io.fila.core.schedule.Moment;
import io.fila.server.script.ScriptThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EffectRunnerTest {
    private static final Effect LOAD = new Effect.LoadPage(new QueueId(1), "acme", "", 0, 10, 1);

    private final Inbox inbox = new Inbox(1);
    private final List<Throwable> failures = new ArrayList<>();

    @Test
    void pageGoesBackToTheBrokerEvenIfItsInboxIsFull() {
        EffectRunner effects = reading(new OnePage(null), Runnable::run);

        effects.run(LOAD);
        effects.run(LOAD);

        assertThat(inbox.size()).isEqualTo(2);
        assertThat(failures).isEmpty();
    }

    @Test
    void pageThatCannotBeReadIsTheEnd() {
        RuntimeException unreadable = new IllegalStateException("The disk does not answer.");
        EffectRunner effects = reading(new OnePage(unreadable), Runnable::run);

        effects.run(LOAD);

        assertThat(inbox.size()).isZero();
        assertThat(failures).containsExactly(unreadable);
    }

    @Test
    void brokerThatIsClosingReadsNoMore() {
        EffectRunner effects = reading(new OnePage(null), task -> {
            throw new RejectedExecutionException();
        });

        effects.run(LOAD);

        assertThat(inbox.size()).isZero();
        assertThat(failures).isEmpty();
    }

    private EffectRunner reading(Archive archive, Executor readers) {
        ScriptEffects scripts =
                new ScriptEffects(new NoHooks(), archive, body -> NoHooks.NOTHING, new ScriptThreads(), inbox);
        return new EffectRunner(archive, scripts, readers, inbox, failures::add);
    }

    /** Queues without scripts. */
    private static final class NoHooks implements Hooks {
        static final Content NOTHING = new Content() {
            @Override
            public Map<String, String> headers() {
                return Map.of();
            }

            @Override
            public int payloadSize() {
                return 0;
            }
        };

        @Override
        public EnqueueDecision onEnqueue(QueueName queue, Scheduling asked, Content content) {
            return new EnqueueDecision.Take(asked);
        }

        @Override
        public FailureDecision onFailure(QueueName queue, Failure failure, Content content) {
            return FailureDecision.RETRY_AT_ONCE;
        }
    }

    private record OnePage(@Nullable RuntimeException failure) implements Archive {
        @Override
        public MessagePage browse(QueueId queue, PlaceKind kind, String fairnessKey, String after, int limit) {
            return new MessagePage(List.of(), "");
        }

        @Override
        public SchedulePage schedule(QueueId queue, Moment after, int limit) {
            return new SchedulePage(new TreeMap<>(), true);
        }

        @Override
        public Page page(QueueId queue, String fairnessKey, String lane, long afterPosition, int limit) {
            if (failure != null) {
                throw failure;
            }
            return new Page(List.of(), List.of(), afterPosition, true);
        }

        @Override
        public @Nullable Envelope envelope(QueueId queue, MessageId id) {
            return null;
        }

        @Override
        public @Nullable Body body(QueueId queue, MessageId id) {
            return null;
        }
    }
}
