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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * An append-only log of turns, each with a position one higher than that of the turn before. A turn that was appended is as
 * durable as configured; turns that were applied are given back from the front. One thread appends, another may give back.
 */
public final class Log implements AutoCloseable {
    /** Instead of the position of the last turn that was applied: all there is is read, and its beginning may be missing. */
    public static final long UNKNOWN = -1;

    /** How often to read a log that a broker is writing. */
    private static final int TRIES = 3;

    private final Path directory;
    private final Recent recent;
    private final long segmentBytes;
    private final boolean sync;
    private final Consumer<String> reports;
    private final Segments segments;
    private long next;
    private volatile boolean closing;
    private LogListener listener = new Unheard();

    private Log(
            Path directory, Recent recent, long segmentBytes, boolean sync, Device device, Consumer<String> reports) {
        this.directory = directory;
        this.recent = recent;
        this.segmentBytes = segmentBytes;
        this.sync = sync;
        this.reports = reports;
        this.segments = new Segments(directory, device, sync);
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
     * @param applied the position of the last turn that was applied, or {@link #UNKNOWN}
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
            log.segments.open();
            log.next = new Replay(applied, recent, false, reports).run(log.segments.all());
            log.segments.deleteEmpty(log.next);
            log.segments.makeDurable();
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

    /**
     * Tells what a log holds that a broker may be writing, without changing anything.
     *
     * @param applied the position of the last turn that was applied, or an earlier one
     * @return what is wrong with it
     */
    public static List<String> look(Path directory, long applied, Recent recent) {
        List<String> faults = Files.isDirectory(directory) ? lookOnce(directory, applied, recent) : List.of();
        // A broker may have given files back or used them again meanwhile; damage is still there at the second look.
        for (int tries = 1; !faults.isEmpty() && tries < TRIES; tries++) {
            faults = lookOnce(directory, applied, recent);
        }
        return faults;
    }

    private static List<String> lookOnce(Path directory, long applied, Recent recent) {
        List<String> faults = new ArrayList<>();
        List<Segment> segments = new ArrayList<>();
        try {
            for (Path file : Segments.files(directory)) {
                if (!Segments.isSpare(file)) {
                    segments.add(Segment.openToRead(file));
                }
            }
            long _ = new Replay(applied, recent, true, faults::add).run(segments);
        } catch (IOException failure) {
            faults.add(String.valueOf(unreadable(directory, failure).getMessage()));
        } catch (StorageException damaged) {
            faults.add(String.valueOf(damaged.getMessage()));
        } finally {
            segments.forEach(Log::close);
        }
        return faults;
    }

    private static void close(Segment segment) {
        try {
            segment.close();
        } catch (IOException harmless) {
            return;
        }
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
        Segment segment = segments.current();
        return segment == null || segment.size() >= segmentBytes ? segments.begin(position) : segment;
    }

    /** Frees nothing until the hold is closed. Any thread. */
    public Hold hold() {
        segments.hold();
        return new Hold();
    }

    /** While it is open, the log frees nothing, so that it can be copied. One thread. */
    public final class Hold implements AutoCloseable {
        private boolean ended;

        private Hold() {}

        /** Copies the log as it is now into a new directory. */
        public void copyTo(Path target, PacedCopy copying) throws IOException {
            Files.createDirectories(target);
            for (Segments.Part part : segments.parts()) {
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

    private void endHold() {
        try {
            segments.endHold();
        } catch (IOException failure) {
            throw unfreed(failure);
        }
    }

    /** Frees the turns up to a position. Any thread. */
    public void truncate(long position) {
        try {
            segments.giveBack(position);
        } catch (IOException failure) {
            throw unfreed(failure);
        }
    }

    private StorageException unfreed(IOException failure) {
        return new StorageException(
                "Expected to free a part of the log in " + directory + " but could not: " + FileFault.explain(failure)
                        + "; check the disk and start again.",
                failure);
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
    public void close() {
        closing = true;
        segments.close();
    }

    /** Nothing in the log is needed any more, because everything is applied: closing it deletes the files. */
    public void clear() {
        segments.giveAllBack();
    }
}
