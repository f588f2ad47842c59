package io.fila.core.broker.queue;

import io.fila.core.consumer.Consumer;

/** Counts those among the consumers of a queue that hold as many messages as they may. */
final class FullConsumers implements java.util.function.Consumer<Consumer> {
    int full;
    int eager;
    long held;

    @Override
    public void accept(Consumer consumer) {
        if (consumer.held() >= consumer.window()) {
            full++;
            eager += consumer.credit() > 0 ? 1 : 0;
            held += consumer.held();
        }
    }
}
