package io.fila.client;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;

/** Workers, a broker and the way between them in virtual time, with a {@link Prefetch} that says what is asked for. */
final class SimulatedConsumer {
    private static final int BYTES = 100;

    private final Prefetch prefetch;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long nowNanos;
    private long made;

    private long workNanos;
    private int idle;

    /** When each of those that nobody has taken came. */
    private final Deque<Long> here = new ArrayDeque<>();

    private long roundTripNanos;

    /** What the broker needs for each message, and until when it is busy. */
    private long brokerNanos;

    private long brokerBusyNanos;
    private long credit;

    /** The time between messages that come to the broker; 0 means that it always has more. */
    private long trickleNanos;

    private long pending;

    private long taken;
    private long commands;
    private int mostWaiting;
    private long longestWaitNanos;

    private record Event(long nanos, long number, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return nanos == other.nanos ? Long.compare(number, other.number) : Long.compare(nanos, other.nanos);
        }
    }

    SimulatedConsumer(Prefetch prefetch, int workers, Duration work, Duration roundTrip) {
        this.prefetch = prefetch;
        workNanos = work.toNanos();
        roundTripNanos = roundTrip.toNanos();
        hire(workers);
    }

    SimulatedConsumer withBroker(Duration perMessage) {
        brokerNanos = perMessage.toNanos();
        return this;
    }

    SimulatedConsumer withTrickle(Duration interval) {
        trickleNanos = interval.toNanos();
        after(trickleNanos, this::enqueue);
        return this;
    }

    void hire(int workers) {
        for (int i = 0; i < workers; i++) {
            after(0, this::come);
        }
    }

    void work(Duration work) {
        workNanos = work.toNanos();
    }

    void roundTrip(Duration roundTrip) {
        roundTripNanos = roundTrip.toNanos();
    }

    void run(Duration time) {
        long endNanos = nowNanos + time.toNanos();
        for (Event next = events.peek(); next != null && next.nanos <= endNanos; next = events.peek()) {
            events.remove();
            nowNanos = next.nanos;
            next.action.run();
        }
        nowNanos = endNanos;
    }

    void countAnew() {
        taken = 0;
        commands = 0;
        mostWaiting = 0;
        longestWaitNanos = 0;
    }

    int idle() {
        return idle;
    }

    long taken() {
        return taken;
    }

    /** Commands that asked for messages. */
    long commands() {
        return commands;
    }

    /** Messages that waited for a worker at the same time. */
    int mostWaiting() {
        return mostWaiting;
    }

    Duration longestWait() {
        return Duration.ofNanos(longestWaitNanos);
    }

    private void after(long nanos, Runnable action) {
        events.add(new Event(nowNanos + nanos, made++, action));
    }

    private void come() {
        if (here.isEmpty()) {
            prefetch.missed(true);
            idle++;
        } else {
            take();
        }
        ask();
    }

    private void take() {
        longestWaitNanos = Math.max(longestWaitNanos, nowNanos - here.remove());
        prefetch.taken(idle, nowNanos);
        taken++;
        after(workNanos, () -> {
            settle();
            come();
        });
    }

    private void settle() {
        long sentNanos = nowNanos;
        after(roundTripNanos, () -> prefetch.settled(sentNanos, nowNanos));
    }

    private void arrive() {
        prefetch.arrived(BYTES, nowNanos);
        here.add(nowNanos);
        if (idle > 0) {
            idle--;
            take();
        }
        mostWaiting = Math.max(mostWaiting, here.size());
        ask();
    }

    private void ask() {
        int messages = prefetch.ask(idle, Long.MAX_VALUE, false, nowNanos);
        if (messages > 0) {
            commands++;
            after(roundTripNanos / 2, () -> {
                credit += messages;
                deliver();
            });
        }
    }

    private void enqueue() {
        pending++;
        deliver();
        after(trickleNanos, this::enqueue);
    }

    private void deliver() {
        while (credit > 0 && (trickleNanos == 0 || pending > 0)) {
            credit--;
            pending--;
            brokerBusyNanos = Math.max(nowNanos, brokerBusyNanos) + brokerNanos;
            after(brokerBusyNanos - nowNanos + roundTripNanos / 2, this::arrive);
        }
    }
}
