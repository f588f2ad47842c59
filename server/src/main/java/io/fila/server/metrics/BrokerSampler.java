package io.fila.server.metrics;

import io.fila.core.command.Command;
import io.fila.core.gauge.BrokerGauges;
import io.fila.core.gauge.Focus;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.Inbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Takes samples of a broker through its inbox. Any thread. */
public final class BrokerSampler implements Sampler {
    private final Inbox inbox;
    private final Meters meters;
    private final List<Consumer<Sample>> waiting = new ArrayList<>();

    public BrokerSampler(Inbox inbox, Meters meters) {
        this.inbox = inbox;
        this.meters = meters;
    }

    /** Whoever asks for one while it is under way gets the same. */
    @Override
    public void take(Consumer<Sample> receiver) {
        synchronized (waiting) {
            waiting.add(receiver);
            if (waiting.size() > 1) {
                return;
            }
        }
        observe(List.of(), gauges -> {
            Sample sample = meters.sample(gauges);
            List<Consumer<Sample>> served;
            synchronized (waiting) {
                served = List.copyOf(waiting);
                waiting.clear();
            }
            served.forEach(waiter -> waiter.accept(sample));
        });
    }

    @Override
    public void watch(List<Focus> focus, Watcher watcher) {
        observe(focus, gauges -> watcher.see(meters.sample(gauges), meters.watch(gauges)));
    }

    /** The number of these commands is bounded by who asks, and a broker that is overloaded is the one to look at. */
    private void observe(List<Focus> focus, Consumer<BrokerGauges> receiver) {
        inbox.put(new Command.Observe(focus, new Reply<>() {
            @Override
            public void accept(BrokerGauges gauges) {
                receiver.accept(gauges);
            }

            @Override
            public void refuse(Refusal refusal) {
                throw new IllegalStateException("Expected gauges but they were refused: " + refusal.sentence());
            }
        }));
    }
}
