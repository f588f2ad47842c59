package io.fila.storage.log;

import io.fila.storage.rocks.Applied;
import io.fila.storage.rocks.DirectoryTree;
import io.fila.storage.rocks.FileFault;
import io.fila.storage.rocks.FullDisk;
import io.fila.storage.rocks.PacedCopy;
import io.fila.storage.rocks.Recent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An append-only log of turns, each with a position one higher than that of the turn before. A turn that was appended is as
 * durable as configured; turns that were applied are given back from the front. One thread appends, another may give back.
 */
public final class Log implements AutoCloseable {
    private static final String SPARE = "spare-";

    /** How often to read a log that a broker is writing. */
    private static final int TRIES = 3;

    /** Files kept for reuse. */
    private static final int MOST_SPARES = 16;

    private final Path directory;
    private final Recent recent;
    private final long segmentBytes;
    private final boolean sync;
    private final Device device;
    private final Consumer<String> reports;
    private final Deque<Segment> segments = new ArrayDeque<>();
    private final Deque<Segment> spares = new ArrayDeque<>();
    private volatile @Nullable Segment current;
    private long next;
    private int sparesMade;
    private int holds;
    private long notNeededTo;
    private volatile boolean closing;
    private LogListener listener = new Unheard();

    private Log(
            Path directory, Recent recent, long segmentBytes, boolean sync, Device device, Consumer<String> reports) {
        this.directory = directory;
        this.recent = recent;
        this.segmentBytes = segmentBytes;
        this.sync = sync;
        this.device = device;
        this.reports = reports;
    }

    /** A listener that does nothing. */
    private static final class Unheard implements LogListener {
        @Override
        public void appended(long nanos) {}

        @Override
        public void synced(long nanos) {}
    }

    /** Sets the listener. Call it on the appending thread, or before there is one. */
    public void listen(LogListener newListener) {
        listener = newListener;
    }

    /**
     * Opens the log in a directory, or makes it, and tells what it holds of turns that are not applied yet. A torn end is
     * passed over: what is there was never confirmed.
     *
     * @param applied the position of the last turn that was applied
     * @throws StorageException if it is damaged before its end
     */
    public static Log open(
            Path directory,
            long applied,
            Recent recent,
            long segmentBytes,
            boolean sync,
            Device device,
            Consumer<String> reports) {
        Log log = new Log(directory, recent, segmentBytes, sync, device, reports);
        try {
            DirectoryTree.make(directory);
            Replay replay = new Replay(applied, recent, false);
            for (Path file : files(directory)) {
                if (isSpare(file)) {
                    Files.delete(file);
                } else {
                    log.segments.add(Segment.open(device, file));
                }
            }
            log.next = replay.run(List.copyOf(log.segments));
            log.deleteEmpty();
            log.makeDurable();
            return log;
        } catch (IOException failure) {
            log.close();
            throw unreadable(directory, failure);
        } catch (RuntimeException failure) {
            log.close();
            throw failure;
        }
    }

    /** The position of the last turn; 0 if there was none. */
    public long last() {
        return next - 1;
    }

    /** An empty segment begins with the same turn as the next one that is written. */
    private void deleteEmpty() throws IOException {
        boolean isAny = false;
        while (!segments.isEmpty() && segments.getLast().first() >= next) {
            Segment empty = segments.removeLast();
            empty.close();
            Files.delete(empty.file());
            isAny = true;
        }
        if (isAny) {
            // It must not come back beside the next one.
            device.syncNames(directory);
        }
    }

    /** What was read may be in the memory of the operating system only, if it was written by a broker that was killed before it synced. */
    private void makeDurable() throws IOException {
        if (!sync || segments.isEmpty()) {
            return;
        }
        for (Segment segment : segments) {
            segment.force();
        }
        device.syncNames(directory);
    }

    /**
     * Tells what a log holds that a broker may be writing, without changing anything.
     *
     * @return what is wrong with it; null if nothing is
     */
    public static @Nullable String look(Path directory, Recent recent) {
        String fault = Files.isDirectory(directory) ? lookOnce(directory, recent) : null;
        // A broker may have given files back or used them again meanwhile; damage is still there at the second look.
        for (int tries = 1; fault != null && tries < TRIES; tries++) {
            fault = lookOnce(directory, recent);
        }
        return fault;
    }

    private static @Nullable String lookOnce(Path directory, Recent recent) {
        List<Segment> segments = new ArrayList<>();
        try {
            for (Path file : files(directory)) {
                if (!isSpare(file)) {
                    segments.add(Segment.openToRead(file));
                }
            }
            long _ = new Replay(0, recent, true).run(segments);
            return null;
        } catch (IOException failure) {
            return unreadable(directory, failure).getMessage();
        } catch (StorageException damaged) {
            return damaged.getMessage();
        } finally {
            segments.forEach(Log::close);
        }
    }

    private static void close(Segment segment) {
        try {
            segment.close();
        } catch (IOException harmless) {
            return;
        }
    }

    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SegmentName.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    private static boolean isSpare(Path file) {
        return file.getFileName().toString().startsWith(SPARE);
    }

    /**
     * Appends a turn and makes it known; returns its position when it is as durable as configured. While the disk is full it
     * waits.
     */
    public long append(Frame frame) {
        long position = next;
        FullDisk shortage = null;
        while (true) {
            try {
                Segment segment = current(position);
                ByteBuffer bytes = frame.sealed(position, segment.salt());
                long at = segment.append(bytes, sync, listener);
                recent.add(
                        Applied.local(position),
                        bytes.limit(),
                        turn -> frame.changes().forEach(each -> each.addTo(turn, segment, at)));
                next = position + 1;
                break;
            } catch (IOException failure) {
                if (!FullDisk.isFullDisk(failure, directory, frame.length() + Segment.READY_BYTES)) {
                    throw new StorageException(
                            "Expected to write to the log in " + directory + " but could not: "
                                    + FileFault.explain(failure) + "; check the disk and start again.",
                            failure);
                }
                shortage = shortage == null ? new FullDisk(directory, reports, () -> closing) : shortage;
                shortage.await(failure);
            }
        }
        if (shortage != null) {
            shortage.isOver();
        }
        return position;
    }

    private Segment current(long position) throws IOException {
        Segment segment = current;
        return segment == null || segment.size() >= segmentBytes ? begin(position) : segment;
    }

    private synchronized Segment begin(long position) throws IOException {
        Path file = directory.resolve(SegmentName.fresh(position).toString());
        Segment spare = spares.poll();
        Segment segment = spare == null ? create(file) : spare;
        try {
            if (spare != null) {
                segment.reuse(file);
            }
            if (sync) {
                device.syncNames(directory);
            }
        } catch (IOException failure) {
            // The next attempt takes it again: the log must not have two files that begin with the same turn.
            spares.push(segment);
            throw failure;
        }
        segments.add(segment);
        current = segment;
        return segment;
    }

    private Segment create(Path file) throws IOException {
        try {
            return Segment.open(device, file);
        } catch (IOException failure) {
            Files.deleteIfExists(file);
            throw failure;
        }
    }

    /** Frees nothing until the hold is closed. Any thread. */
    public synchronized Hold hold() {
        holds++;
        return new Hold();
    }

    /** While it is open, the log frees nothing, so that it can be copied. One thread. */
    public final class Hold implements AutoCloseable {
        private boolean ended;

        private Hold() {}

        /** Copies the log as it is now into a new directory. */
        public void copyTo(Path target, PacedCopy copying) throws IOException {
            Files.createDirectories(target);
            for (Part part : parts()) {
                copying.copy(
                        part.file(), target.resolve(part.file().getFileName().toString()), part.bytes());
            }
            DirectoryTree.sync(target);
        }

        /** Ends the hold early. */
        public void end() {
            if (!ended) {
                ended = true;
                endHold();
            }
        }

        @Override
        public void close() {
            end();
        }
    }

    private synchronized void endHold() {
        holds--;
        truncate(notNeededTo);
    }

    /** A file and how many of its bytes are in use. */
    private record Part(Path file, long bytes) {}

    private synchronized List<Part> parts() throws IOException {
        List<Part> parts = new ArrayList<>();
        for (Segment segment : segments) {
            parts.add(new Part(segment.file(), segment.equals(current) ? segment.size() : Files.size(segment.file())));
        }
        return parts;
    }

    /** Frees the turns up to a position. Any thread. */
    public synchronized void truncate(long position) {
        notNeededTo = Math.max(notNeededTo, position);
        if (holds > 0) {
            return;
        }
        try {
            while (segments.size() > 1 && isBehind(notNeededTo)) {
                giveBack(segments.remove());
            }
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to free a part of the log in " + directory + " but could not: "
                            + FileFault.explain(failure) + "; check the disk and start again.",
                    failure);
        }
    }

    /** Whether the first segment ends at or before a position: then the second begins at most one after it. */
    private boolean isBehind(long position) {
        return segments.stream().skip(1).findFirst().orElseThrow().first() <= position + 1;
    }

    private void giveBack(Segment segment) throws IOException {
        if (spares.size() < MOST_SPARES) {
            segment.rename(directory.resolve(SPARE + sparesMade++ + SegmentName.SUFFIX));
            spares.add(segment);
        } else {
            segment.close();
            Files.delete(segment.file());
        }
    }

    /** Wakes an append that waits for room. Any thread. */
    public void stopWaiting() {
        closing = true;
    }

    private static StorageException unreadable(Path directory, IOException failure) {
        return new StorageException(
                "Expected to read the log in " + directory + " but could not: " + FileFault.explain(failure)
                        + "; check the disk.",
                failure);
    }

    /** Closes the files and deletes those that are not needed. */
    @Override
    public synchronized void close() {
        closing = true;
        try {
            for (Segment spare : spares) {
                spare.close();
                Files.delete(spare.file());
            }
            for (Segment segment : segments) {
                segment.close();
            }
        } catch (IOException harmless) {
            return;
        }
    }

    /** Deletes the files: everything in the log is applied, and nothing follows. */
    public synchronized void clear() {
        while (!segments.isEmpty()) {
            spares.add(segments.remove());
        }
        current = null;
    }
}
