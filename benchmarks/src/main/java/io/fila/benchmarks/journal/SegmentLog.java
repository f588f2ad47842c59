package io.fila.benchmarks.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.zip.CRC32C;

/** An append-only log in files that are written full of zeros once and used again. One thread appends; any thread reads. */
final class SegmentLog implements AutoCloseable {
    private static final int SEGMENT_BYTES = 32 << 20;
    private static final int ZEROS_BYTES = 1 << 20;
    private static final int FIRST_FRAME_BYTES = 1 << 20;

    /** Length, checksum, number. */
    private static final int HEADER_BYTES = 2 * Integer.BYTES + Long.BYTES;

    private final Path directory;
    private final boolean sync;
    private final Deque<Segment> full = new ArrayDeque<>();
    private final Deque<Segment> free = new ArrayDeque<>();
    private final CRC32C checksum = new CRC32C();
    private ByteBuffer frame = ByteBuffer.allocateDirect(FIRST_FRAME_BYTES);
    private Segment current;
    private int files;
    private long number;
    private long position;

    /** A file and how far it is written. */
    static final class Segment {
        private final FileChannel channel;
        private int size;

        Segment(FileChannel channel) {
            this.channel = channel;
        }

        byte[] read(int offset, int length) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            int read = 0;
            while (bytes.hasRemaining() && read >= 0) {
                read = channel.read(bytes, offset + bytes.position());
            }
            return bytes.array();
        }
    }

    SegmentLog(Path directory, boolean sync) throws IOException {
        this.directory = directory;
        this.sync = sync;
        this.current = next();
        begin();
    }

    private synchronized Segment next() throws IOException {
        Segment used = free.poll();
        if (used != null) {
            used.size = 0;
            return used;
        }
        FileChannel channel = FileChannel.open(
                directory.resolve("segment-" + files++),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        ByteBuffer zeros = ByteBuffer.allocateDirect(ZEROS_BYTES);
        for (int at = 0; at < SEGMENT_BYTES; at += ZEROS_BYTES) {
            channel.write(zeros.clear(), at);
        }
        channel.force(true);
        return new Segment(channel);
    }

    private void begin() {
        frame.clear().position(HEADER_BYTES);
    }

    /** Adds to the frame that is being made; the offset of the value in its segment, or -1 if there is no value. */
    int add(int kind, byte[] key, byte[] value) {
        int more = 1 + 2 * Integer.BYTES + key.length + value.length;
        if (frame.remaining() < more) {
            frame = ByteBuffer.allocateDirect(Math.max(2 * frame.capacity(), frame.position() + more))
                    .put(frame.flip());
        }
        frame.put((byte) kind).putInt(key.length).put(key).putInt(value.length);
        int offset = current.size + frame.position();
        frame.put(value);
        return offset;
    }

    /** The segment that the frame being made will be in. */
    Segment segment() {
        return current;
    }

    /** Everything that was appended so far, in bytes. */
    long position() {
        return position;
    }

    void append() throws IOException {
        frame.flip();
        int length = frame.remaining();
        frame.putInt(0, length).putLong(2 * Integer.BYTES, number++);
        checksum.reset();
        checksum.update(frame.position(2 * Integer.BYTES));
        frame.putInt(Integer.BYTES, (int) checksum.getValue()).position(0);
        while (frame.hasRemaining()) {
            current.channel.write(frame, current.size + frame.position());
        }
        if (sync) {
            current.channel.force(false);
        }
        current.size += length;
        position += length;
        if (current.size >= SEGMENT_BYTES) {
            synchronized (this) {
                full.add(current);
            }
            current = next();
        }
        begin();
    }

    /** How many segments are full, to be given back when they are applied. */
    synchronized int fullSegments() {
        return full.size();
    }

    /** The oldest segments are not needed any more. */
    synchronized void recycle(int segments) {
        for (int i = 0; i < segments; i++) {
            free.add(full.remove());
        }
    }

    @Override
    public synchronized void close() throws IOException {
        full.add(current);
        full.addAll(free);
        for (Segment each : full) {
            each.channel.close();
        }
    }
}
