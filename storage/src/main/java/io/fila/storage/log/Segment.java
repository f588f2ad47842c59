package io.fila.storage.log;

import io.fila.storage.rocks.ReadAhead;
import io.fila.storage.rocks.Stored;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * One file of the log. Room in it is made ready ahead, and a file that is not needed any more is used again: to sync bytes that
 * overwrite others is quicker than to sync a file that grows. One thread appends; any thread reads.
 */
final class Segment implements ReadAhead.Source, AutoCloseable {
    static final int READY_BYTES = 1 << 18;
    private static final ByteBuffer ZEROS =
            ByteBuffer.allocateDirect(READY_BYTES).asReadOnlyBuffer();

    /** How often a read is retried when an interrupted thread closes the channel. */
    private static final int TRIES = 10;

    private volatile Path file;
    private final @Nullable FileChannel channel;

    /** Not the channel that writes: a thread interrupted while it reads closes the channel for all threads. */
    private volatile FileChannel reading;

    private long first;
    private long salt;
    private volatile long size;
    private long ready;

    private Segment(Path file, @Nullable FileChannel channel, FileChannel reading, SegmentName name)
            throws IOException {
        this.file = file;
        this.channel = channel;
        this.reading = reading;
        this.ready = reading.size();
        take(name);
    }

    /** Opens a new file or an existing one. */
    static Segment open(Device device, Path file) throws IOException {
        SegmentName name = SegmentName.of(file);
        FileChannel channel = device.open(file);
        try {
            return new Segment(file, channel, openReading(file), name);
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
    }

    static Segment openToRead(Path file) throws IOException {
        SegmentName name = SegmentName.of(file);
        return new Segment(file, null, openReading(file), name);
    }

    private static FileChannel openReading(Path file) throws IOException {
        return FileChannel.open(file, StandardOpenOption.READ);
    }

    @Override
    public Path file() {
        return file;
    }

    /** The position of the first frame. */
    long first() {
        return first;
    }

    /** What its frames are sealed with. */
    long salt() {
        return salt;
    }

    long size() {
        return size;
    }

    /** Reuses the file for other frames, under another name. What was in it is not sound under the new one. */
    void reuse(Path newFile) throws IOException {
        rename(newFile);
        take(SegmentName.of(newFile));
        size = 0;
    }

    private void take(SegmentName name) {
        first = name.first();
        salt = name.salt();
    }

    void rename(Path newFile) throws IOException {
        Files.move(file, newFile, StandardCopyOption.ATOMIC_MOVE);
        file = newFile;
    }

    /** Where the next frame begins. A failed write does not move it. */
    long append(ByteBuffer frame, boolean sync, LogListener listener) throws IOException {
        FileChannel to = writing();
        long began = System.nanoTime();
        int begin = frame.position();
        long at = size;
        makeReady(to, at + frame.remaining());
        try {
            while (frame.hasRemaining()) {
                to.write(frame, at + frame.position() - begin);
            }
            long written = System.nanoTime();
            listener.appended(written - began);
            if (sync) {
                to.force(false);
                listener.synced(System.nanoTime() - written);
            }
        } finally {
            frame.position(begin);
        }
        size = at + frame.remaining();
        return at;
    }

    /** Makes durable what somebody else may have written to the file. */
    void force() throws IOException {
        writing().force(false);
    }

    private FileChannel writing() {
        if (channel == null) {
            throw new IllegalStateException(
                    "Expected a segment open for writing but " + file + " is open for reading.");
        }
        return channel;
    }

    private void makeReady(FileChannel to, long end) throws IOException {
        while (ready < end) {
            ready += to.write(ZEROS.duplicate(), ready);
        }
    }

    /** A value in the file. */
    Stored stored(long at, int length) {
        return new Stored.Located(this, at, length);
    }

    private byte[] read(long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        read(bytes, at);
        return bytes.array();
    }

    @Override
    public void read(ByteBuffer into, long at) throws IOException {
        int begin = into.position();
        for (int tries = TRIES; ; tries--) {
            FileChannel from = reading;
            try {
                read(from, into.position(begin), at);
                return;
            } catch (ClosedChannelException interrupted) {
                if (tries == 0 || Thread.currentThread().isInterrupted()) {
                    throw interrupted;
                }
                reopen(from);
            }
        }
    }

    private static void read(FileChannel from, ByteBuffer into, long at) throws IOException {
        int begin = into.position();
        int read = 0;
        while (into.hasRemaining() && read >= 0) {
            read = from.read(into, at + into.position() - begin);
        }
    }

    private synchronized void reopen(FileChannel closed) throws IOException {
        if (reading.equals(closed)) {
            reading = openReading(file);
        }
    }

    /** The whole file. */
    ByteBuffer contents() throws IOException {
        return ByteBuffer.wrap(read(0, Math.toIntExact(reading.size())));
    }

    @Override
    public void close() throws IOException {
        reading.close();
        if (channel != null) {
            channel.close();
        }
    }
}
