package io.fila.core.runtime;

import io.fila.core.command.Command;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Commands on their way to the broker thread: many senders, one reader, bounded for whoever can be refused. */
public final class Inbox {
    private final ConcurrentLinkedQueue<Command> commands = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final int capacity;
    private volatile @Nullable Thread sleeper;
    private volatile boolean woken;

    public Inbox(int capacity) {
        this.capacity = capacity;
    }

    /** Takes a client's command, unless the inbox is full. */
    public boolean offer(Command command) {
        if (size.incrementAndGet() > capacity) {
            size.decrementAndGet();
            return false;
        }
        push(command);
        return true;
    }

    /**
     * Takes a command that must not be lost: what the broker itself asked for, or the end of a connection. Their number is
     * bounded by what is under way, not by this inbox.
     */
    public void put(Command command) {
        size.incrementAndGet();
        push(command);
    }

    public int capacity() {
        return capacity;
    }

    public int size() {
        return size.get();
    }

    private void push(Command command) {
        commands.add(command);
        unparkReader();
    }

    /** Ends a sleep of the reader, or the next one before it begins. */
    void wake() {
        woken = true;
        unparkReader();
    }

    private void unparkReader() {
        Thread reader = sleeper;
        if (reader != null) {
            LockSupport.unpark(reader);
        }
    }

    /** Moves up to {@code limit} commands, in the order they came. Reader only. */
    int drainTo(List<Command> batch, int limit) {
        int taken = 0;
        Command command;
        while (taken < limit && (command = commands.poll()) != null) {
            batch.add(command);
            taken++;
        }
        size.addAndGet(-taken);
        return taken;
    }

    /** Sleeps until there is a command, the time is up, or {@link #wake}. Reader only. */
    void await(long nanos) {
        sleeper = Thread.currentThread();
        try {
            if (commands.isEmpty() && !woken && nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            }
        } finally {
            woken = false;
            sleeper = null;
        }
    }
}
