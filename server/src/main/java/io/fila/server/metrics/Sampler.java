package io.fila.server.metrics;

import io.fila.core.gauge.Focus;
import io.fila.core.queue.QueueName;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Takes samples of what a process has of brokers. Any thread. */
public interface Sampler {
    /** Told of a sample on the broker thread: must not do more than pass it on. */
    public interface Watcher {
        /**
         * A sample is there.
         *
         * @param recent the fairness keys of the last deliveries, of each queue that is watched
         */
        void see(Sample sample, Map<QueueName, List<String>> recent);
    }

    /** Takes a sample. The receiver is told on a broker's thread. */
    void take(Consumer<Sample> receiver);

    /** Takes a sample with a close look at some queues; with none, nothing more is remembered for watchers. */
    void watch(List<Focus> focus, Watcher watcher);
}
