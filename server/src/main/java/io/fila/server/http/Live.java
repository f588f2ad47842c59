package io.fila.server.http;

import io.fila.core.gauge.Focus;
import io.fila.core.gauge.QueueGauges;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.server.grpc.Admission;
import io.fila.server.metrics.KeyCounts;
import io.fila.server.metrics.QueueCounts;
import io.fila.server.metrics.Sample;
import io.fila.server.telemetry.BrokerInspector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the dashboards a sample per second, as server-sent events. One sample serves all, and none is taken while nobody watches.
 * For the event loop of the port.
 */
final class Live implements BiConsumer<Exchange, BrokerInspector> {
    /** Pages that may be open at once. */
    private static final int WATCHERS = 32;

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private static final String TYPE = "text/event-stream";

    private final Admission admission;
    private final Set<Watcher> watchers = new LinkedHashSet<>();
    private @Nullable Future<?> clock;
    private @Nullable Sample last;

    /** What can be looked at; in a cluster that changes with what the node leads. Any thread. */
    private volatile @Nullable BrokerInspector observatory;

    /** Who was asked for a sample that has not come yet. It never comes if a broker of theirs has ended. */
    private @Nullable BrokerInspector asked;

    Live(Admission admission) {
        this.admission = admission;
    }

    /** Somebody who looks at all queues, or at one. */
    private static final class Watcher {
        private final Exchange exchange;
        private final String search;
        private final @Nullable QueueName queue;
        private Exchange.@Nullable Stream stream;

        Watcher(Exchange exchange, @Nullable QueueName queue) {
            this.exchange = exchange;
            this.queue = queue;
            String wanted = exchange.parameter("search");
            this.search = wanted == null ? "" : wanted;
        }

        void send(String event, String data) {
            Exchange.Stream open = stream;
            if (open != null && open.isReady()) {
                open.write(("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** What can be looked at from now on; null if nothing can. Any thread. */
    void show(@Nullable BrokerInspector shown) {
        observatory = shown;
    }

    @Override
    public void accept(Exchange exchange, BrokerInspector now) {
        String name = exchange.parameter("queue");
        if (name != null && QueueName.objection(name) != null) {
            exchange.answer(Answer.invalid("Expected the name of a queue but it is not a valid name."));
            return;
        }
        if (watchers.size() >= WATCHERS) {
            exchange.answer(Answer.refusal(Refusal.exhausted(
                    "Expected at most " + WATCHERS + " open dashboards but there are that many; close one.")));
            return;
        }
        Watcher watcher = new Watcher(exchange, name == null ? null : new QueueName(name));
        watchers.add(watcher);
        watcher.stream = exchange.stream(TYPE, () -> {}, () -> watchers.remove(watcher));
        ask(now, exchange.loop());
        if (clock == null) {
            clock = exchange.loop()
                    .scheduleAtFixedRate(
                            () -> tick(exchange.loop()), PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void tick(ScheduledExecutorService loop) {
        BrokerInspector now = observatory;
        for (Watcher watcher : List.copyOf(watchers)) {
            Refusal refusal = admission.objection(watcher.exchange.token());
            if (refusal != null) {
                watcher.send("refused", Answer.error(refusal.code().name(), refusal.sentence()));
            }
            // Without a broker to look at a page has to come again, to be told why there is none.
            if (refusal != null || now == null) {
                leave(watcher);
            }
        }
        if (watchers.isEmpty() && clock != null) {
            var _ = clock.cancel(false);
            clock = null;
            last = null;
        }
        if (now != null) {
            // Without anybody, for the last time: nothing need be remembered any more.
            ask(now, loop);
        }
    }

    private void leave(Watcher watcher) {
        watchers.remove(watcher);
        if (watcher.stream != null) {
            watcher.stream.end();
        }
    }

    /** Asks for a sample, unless one is on its way: a broker that is busy is not asked more often than it answers. */
    private void ask(BrokerInspector now, ScheduledExecutorService loop) {
        if (!now.equals(asked)) {
            asked = now;
            now.sampler().watch(focus(), (sample, recent) -> loop.execute(() -> tell(now, sample, recent)));
        }
    }

    private List<Focus> focus() {
        Map<QueueName, List<String>> keys = new LinkedHashMap<>();
        for (Watcher watcher : watchers) {
            if (watcher.queue != null) {
                List<String> wanted = keys.computeIfAbsent(watcher.queue, this::busiest);
                if (!watcher.search.isEmpty()) {
                    wanted.addFirst(watcher.search);
                }
            }
        }
        List<Focus> focus = new ArrayList<>();
        keys.forEach((queue, wanted) -> focus.add(new Focus(queue, wanted)));
        return focus;
    }

    /** The keys that had most deliveries, by the last sample: they are shown whether or not they have something waiting. */
    private List<String> busiest(QueueName queue) {
        List<String> keys = new ArrayList<>();
        QueueCounts counts = last == null ? null : last.queues().get(queue);
        for (KeyCounts key : counts == null ? List.<KeyCounts>of() : counts.keys()) {
            if (!key.isRest() && keys.size() < LiveJson.BUSIEST_KEYS) {
                keys.add(key.key());
            }
        }
        return keys;
    }

    private void tell(BrokerInspector from, Sample sample, Map<QueueName, List<String>> recent) {
        if (!from.equals(asked)) {
            return;
        }
        asked = null;
        LiveJson json = new LiveJson(from, sample, last);
        Map<String, String> overviews = new HashMap<>();
        for (Watcher watcher : watchers) {
            if (watcher.queue == null) {
                watcher.send("queues", overviews.computeIfAbsent(watcher.search, json::overview));
            } else if (sample.gauges().queues().stream().map(QueueGauges::name).noneMatch(watcher.queue::equals)) {
                watcher.send("gone", "{}");
            } else {
                List<String> deliveries = recent.getOrDefault(watcher.queue, List.of());
                watcher.send("queue", json.queue(watcher.queue, watcher.search, deliveries));
            }
        }
        last = watchers.isEmpty() ? null : sample;
    }
}
