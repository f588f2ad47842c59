package io.fila.storage.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A disk at the moment of a power cut: it has what was synced, and some sectors of what was not, whichever those are. What is
 * written and not synced is kept in memory; whoever forgets the device has cut the power.
 */
public final class ForgetfulDevice implements Device {
    private static final int SECTOR_BYTES = 512;

    /** One in so many sectors gets to the disk before it is synced. */
    private static final int EARLY = 8;

    private final Random random;
    private final boolean keepsSome;
    private final List<Path> synced = new ArrayList<>();
    private boolean syncs = true;

    public ForgetfulDevice(long seed) {
        this(new Random(seed), true);
    }

    private ForgetfulDevice(Random random, boolean keepsSome) {
        this.random = random;
        this.keepsSome = keepsSome;
    }

    /** One that has nothing of what was not synced. */
    static ForgetfulDevice thatKeepsNothing() {
        return new ForgetfulDevice(new Random(0), false);
    }

    /** From now on the power is cut before a sync is done. */
    void cutAtNextSync() {
        syncs = false;
    }

    /** The files that were synced, each as often as it was. */
    List<Path> synced() {
        return synced;
    }

    @Override
    public FileChannel open(Path file) throws IOException {
        return new Channel(file, Device.DISK.open(file));
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Write(long at, byte[] bytes) {}

    private final class Channel extends FileChannel {
        private final Path file;
        private final FileChannel disk;
        private final List<Write> unsynced = new ArrayList<>();

        Channel(Path file, FileChannel disk) {
            this.file = file;
            this.disk = disk;
        }

        @Override
        public int write(ByteBuffer source, long position) throws IOException {
            int length = source.remaining();
            long at = position;
            while (source.hasRemaining()) {
                byte[] sector = new byte[Math.min(source.remaining(), SECTOR_BYTES)];
                source.get(sector);
                Write write = new Write(at, sector);
                unsynced.add(write);
                if (keepsSome && random.nextInt(EARLY) == 0) {
                    put(write);
                }
                at += sector.length;
            }
            return length;
        }

        private void put(Write write) throws IOException {
            ByteBuffer bytes = ByteBuffer.wrap(write.bytes());
            while (bytes.hasRemaining()) {
                disk.write(bytes, write.at() + bytes.position());
            }
        }

        @Override
        public void force(boolean metaData) throws IOException {
            if (!syncs) {
                throw new IOException("the power is cut");
            }
            for (Write write : unsynced) {
                put(write);
            }
            unsynced.clear();
            synced.add(file);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            disk.close();
        }

        @Override
        public int read(ByteBuffer target) {
            throw unused();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw unused();
        }

        @Override
        public int write(ByteBuffer source) {
            throw unused();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw unused();
        }

        @Override
        public long position() {
            throw unused();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw unused();
        }

        @Override
        public long size() {
            throw unused();
        }

        @Override
        public FileChannel truncate(long size) {
            throw unused();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw unused();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw unused();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw unused();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw unused();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw unused();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw unused();
        }

        private static UnsupportedOperationException unused() {
            return new UnsupportedOperationException("The log does not do this to a file that it writes.");
        }
    }
}
