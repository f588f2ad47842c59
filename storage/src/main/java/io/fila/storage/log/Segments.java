package io.fila.storage.log;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files of a log: those with turns that are still needed, oldest first, and spare ones to be used again. One thread begins
 * segments, another may give them back, and any may hold them.
 */
final class Segments implements AutoCloseable {
    private static final String SPARE = "spare-";

    /** Files kept to be used again. */
    private static final int MOST_SPARES = 16;

    private final Path directory;
    private final Device device;
    private final boolean sync;
    private final Deque<Segment> needed = new ArrayDeque<>();
    private final Deque<Segment> spares = new ArrayDeque<>();
    private volatile @Nullable Segment current;
    private int sparesMade;
    private int holds;
    private long notNeededTo;

    /** @param sync whether a name is made durable before the file is used */
    Segments(Path directory, Device device, boolean sync) {
        this.directory = directory;
        this.device = device;
        this.sync = sync;
    }

    /** Opens the files that are there, but begins none. */
    void open() throws IOException {
        DirectoryTree.make(directory);
        for (Path file : files(directory)) {
            if (isSpare(file)) {
                Files.delete(file);
            } else {
                needed.add(Segment.open(device, file));
            }
        }
    }

    static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(SegmentName.SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    static boolean isSpare(Path file) {
        return file.getFileName().toString().startsWith(SPARE);
    }

    List<Segment> all() {
        return List.copyOf(needed);
    }

    /**
     * Deletes those without a turn: an empty segment begins with the same turn as the next one that is written.
     *
     * @param next the turn after the last one that was read
     */
    void deleteEmpty(long next) throws IOException {
        boolean isAny = false;
        while (!needed.isEmpty() && needed.getLast().first() >= next) {
            Segment empty = needed.removeLast();
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
    void makeDurable() throws IOException {
        if (!sync || needed.isEmpty()) {
            return;
        }
        for (Segment segment : needed) {
            segment.force();
        }
        device.syncNames(directory);
    }

    /** The segment that was begun last; null if none was since the log was opened. */
    @Nullable Segment current() {
        return current;
    }

    /** Begins a segment with a turn. */
    synchronized Segment begin(long position) throws IOException {
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
        needed.add(segment);
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

    /** Gives nothing back until as many holds have ended as began. */
    synchronized void hold() {
        holds++;
    }

    synchronized void endHold() throws IOException {
        holds--;
        giveBack(notNeededTo);
    }

    /** A file and how many of its bytes are in use. */
    record Part(Path file, long bytes) {}

    /** The log as it is now. */
    synchronized List<Part> parts() throws IOException {
        List<Part> parts = new ArrayList<>();
        for (Segment segment : needed) {
            parts.add(new Part(segment.file(), segment.equals(current) ? segment.size() : Files.size(segment.file())));
        }
        return parts;
    }

    /** Gives back what ends at or before a position, now or when the last hold ends. */
    synchronized void giveBack(long position) throws IOException {
        notNeededTo = Math.max(notNeededTo, position);
        while (holds == 0 && needed.size() > 1 && isBehind(notNeededTo)) {
            giveBack(needed.remove());
        }
    }

    /** Whether the first segment ends at or before a position: then the second begins at most one after it. */
    private boolean isBehind(long position) {
        return needed.stream().skip(1).findFirst().orElseThrow().first() <= position + 1;
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

    /** No turn is needed any more; to be followed by {@link #close} only. */
    synchronized void giveAllBack() {
        spares.addAll(needed);
        needed.clear();
        current = null;
    }

    /** Closes the files and deletes the spare ones. */
    @Override
    public synchronized void close() {
        spares.forEach(spare -> close(spare, true));
        needed.forEach(segment -> close(segment, false));
    }

    private static void close(Segment segment, boolean isSpare) {
        try (segment) {
            if (isSpare) {
                Files.delete(segment.file());
            }
        } catch (IOException harmless) {
            // The next start deletes it, or gives it back once its turns are applied.
        }
    }
}
