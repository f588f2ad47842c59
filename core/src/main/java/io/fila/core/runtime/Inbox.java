package io.fila.core.runtime;

import io.fila.core.command.Command;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Commands for the broker thread: many senders, one reader, and a limit for senders that can be refused.
 *
 * <p>Senders that wait for each answer come first, in order: consumers, operators, single calls. Senders that do not wait have a
 * {@link Feed}, and feeds take turns. So a fast producer waits behind its own messages, and neither other producers nor consumers
 * wait behind them.
 */
public final class Inbox {
    /** Commands that a feed gets at each of its turns. */
    private static final int SLICE = 16;

    /** The most commands of feeds in one turn of the broker while other senders have commands too. */
    private static final int FEEDS_BESIDE = 256;

    /** Turns without anybody else after which feeds may have a whole turn: who was here lately comes again. */
    private static final int TURNS_ALONE = 100;

    private final ConcurrentLinkedQueue<Command> commands = new ConcurrentLinkedQueue<>();

    /** Feeds that have commands, in the order of their turns. */
    private final ConcurrentLinkedQueue<Feed> feeds = new ConcurrentLinkedQueue<>();

    private final AtomicInteger size = new AtomicInteger();
    private final int capacity;
    private volatile @Nullable Thread sleeper;
    private volatile boolean woken;

    /** How many commands end a sleep of the reader. */
    private volatile int awaited = 1;

    /** How many turns feeds have been alone. Reader only. */
    private int turnsAlone = TURNS_ALONE;

    public Inbox(int capacity) {
        this.capacity = capacity;
    }

    /** Accepts a client's command, unless the inbox is full. */
    public boolean offer(Command command) {
        boolean hasRoom = takeRoom();
        if (hasRoom) {
            push(command);
        }
        return hasRoom;
    }

    /** Accepts a command of a feed, unless the inbox is full. */
    public boolean offer(Feed feed, Command command) {
        boolean hasRoom = takeRoom();
        if (hasRoom) {
            if (feed.add(command)) {
                feeds.add(feed);
            }
            commandCame();
        }
        return hasRoom;
    }

    private boolean takeRoom() {
        boolean hasRoom = size.incrementAndGet() <= capacity;
        if (!hasRoom) {
            size.decrementAndGet();
        }
        return hasRoom;
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
        commandCame();
    }

    /** Ends a sleep of the reader, or the next one before it begins. */
    void wake() {
        woken = true;
        unparkReader();
    }

    private void commandCame() {
        if (sleeper != null && size.get() >= awaited) {
            unparkReader();
        }
    }

    private void unparkReader() {
        Thread reader = sleeper;
        if (reader != null) {
            LockSupport.unpark(reader);
        }
    }

    /** Moves up to {@code limit} commands; few of feeds, if others are served too. Reader only. */
    int drainTo(List<Command> batch, int limit) {
        int taken = 0;
        // Something is left for feeds: operators can't ask so much that producers stand still.
        int most = Math.max(1, limit - limit / 4);
        Command command;
        while (taken < most && (command = commands.poll()) != null) {
            batch.add(command);
            taken++;
        }
        turnsAlone = taken == 0 ? Math.min(TURNS_ALONE, turnsAlone + 1) : 0;
        taken += drainFeeds(batch, turnsAlone == TURNS_ALONE ? limit : Math.min(FEEDS_BESIDE, limit - taken));
        size.addAndGet(-taken);
        return taken;
    }

    private int drainFeeds(List<Command> batch, int limit) {
        int taken = 0;
        Feed next;
        while (taken < limit && (next = feeds.poll()) != null) {
            taken += next.drainTo(batch, Math.min(SLICE, limit - taken));
            if (next.staysInLine()) {
                feeds.add(next);
            }
        }
        return taken;
    }

    /** Sleeps until there are so many commands, the time is up, or {@link #wake}. Reader only. */
    void await(long nanos, int atLeast) {
        awaited = atLeast;
        sleeper = Thread.currentThread();
        try {
            if (!hasAtLeast(atLeast) && !woken && nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            }
        } finally {
            woken = false;
            sleeper = null;
        }
    }

    /** A command counts before it can be taken; one is there if it can be. */
    private boolean hasAtLeast(int count) {
        return size.get() >= count && !(commands.isEmpty() && feeds.isEmpty());
    }
}
