package io.fila.server.metrics;

import io.fila.core.gauge.Focus;
import io.fila.core.queue.QueueName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Takes samples of several brokers, which have different queues, as if they were one. Any thread. */
public final class MergedSampler implements Sampler {
    private final List<Sampler> parts;

    public MergedSampler(List<Sampler> parts) {
        this.parts = List.copyOf(parts);
    }

    @Override
    public void take(Consumer<Sample> receiver) {
        Gathering gathering = new Gathering((sample, recent) -> receiver.accept(sample));
        parts.forEach(part -> part.take(sample -> gathering.see(sample, Map.of())));
    }

    @Override
    public void watch(List<Focus> focus, Watcher watcher) {
        Gathering gathering = new Gathering(watcher);
        parts.forEach(part -> part.watch(focus, gathering));
    }

    /** Waits for the samples of all. */
    private final class Gathering implements Watcher {
        private final Watcher whole;
        private final List<Sample> samples = new ArrayList<>();
        private final Map<QueueName, List<String>> recent = new HashMap<>();

        Gathering(Watcher whole) {
            this.whole = whole;
        }

        @Override
        public void see(Sample sample, Map<QueueName, List<String>> itsRecent) {
            synchronized (this) {
                samples.add(sample);
                recent.putAll(itsRecent);
                if (samples.size() < parts.size()) {
                    return;
                }
            }
            whole.see(Sample.merged(samples), recent);
        }
    }
}
