package io.fila.storage.log;

import io.fila.storage.rocks.Applied;
import io.fila.storage.rocks.Changes;
import io.fila.storage.rocks.Family;
import io.fila.storage.rocks.Recent;
import io.fila.storage.rocks.StorageException;
import io.fila.storage.rocks.Stored;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The changes of one turn, as they stand in the log: a header with their length, a checksum and the turn's position, then one
 * change after the other. One thread; to be cleared and filled again.
 */
public final class Frame implements Changes {
    static final int MAGIC = 0x46694C67;

    /** Frames between machines, and those in logs of earlier versions, have none. */
    static final long NO_SALT = 0;

    /** Magic number, length of the whole, checksum of the rest, position. */
    static final int HEADER_BYTES = 3 * Integer.BYTES + Long.BYTES + Integer.BYTES;

    static final int LENGTH_AT = Integer.BYTES;
    static final int CHECKSUM_AT = 2 * Integer.BYTES;
    static final int POSITION_AT = 3 * Integer.BYTES;

    /** Frames begin at multiples of this, so the next one can be found behind a damaged one. */
    static final int ALIGNMENT = 8;

    private static final int FIRST_BYTES = 1 << 16;

    /** A buffer that grew beyond this for one large turn is not kept. */
    private static final int KEPT_BYTES = 8 << 20;

    /** Longer values are not kept in memory. They are read from the log on demand. */
    private static final int IN_MEMORY_BYTES = 512;

    private static final byte[] NOTHING = {};
    private static final Kind[] KINDS = Kind.values();

    private final List<Change> changes = new ArrayList<>();
    private ByteBuffer bytes = ByteBuffer.allocateDirect(FIRST_BYTES);

    /** What a change does; the codes are on disk. */
    enum Kind {
        PUT(1),
        INSERT(2),
        DELETE(3),
        DELETE_QUEUE(4);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind of(int code) {
            for (Kind kind : KINDS) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new StorageException("Expected the kind of a change in the log but found " + code
                    + "; run the version of Fila that wrote it.");
        }
    }

    /** One change. A deleted queue has no family. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Change(Kind kind, Family family, byte[] key, byte @Nullable [] value, int valueAt) {
        void addTo(Recent.Turn turn, Segment segment, long frameAt) {
            addTo(turn, segment, frameAt, isNew());
        }

        private boolean isNew() {
            return kind == Kind.INSERT;
        }

        /**
         * The same for a change that may be below already, wholly or in part.
         *
         * @param segment null if the value is to be kept in memory however long it is
         */
        void replayTo(Recent.Turn turn, @Nullable Segment segment, long frameAt) {
            addTo(turn, segment, frameAt, false);
        }

        private void addTo(Recent.Turn turn, @Nullable Segment segment, long frameAt, boolean isNew) {
            switch (kind) {
                case PUT, INSERT -> turn.put(family, key, stored(segment, frameAt), isNew);
                case DELETE -> turn.delete(family, key);
                case DELETE_QUEUE -> turn.deleteQueue(key);
            }
        }

        private Stored stored(@Nullable Segment segment, long frameAt) {
            byte[] given = value == null ? NOTHING : value;
            return segment == null || given.length <= IN_MEMORY_BYTES
                    ? new Stored.InMemory(given)
                    : segment.stored(frameAt + valueAt, given.length);
        }
    }

    public Frame() {
        clear();
    }

    public void clear() {
        changes.clear();
        if (bytes.capacity() > KEPT_BYTES) {
            bytes = ByteBuffer.allocateDirect(FIRST_BYTES);
        }
        bytes.clear().position(HEADER_BYTES);
    }

    public boolean isEmpty() {
        return changes.isEmpty();
    }

    @Override
    public void put(Family family, byte[] key, byte[] value) {
        add(Kind.PUT, family, key, value);
    }

    @Override
    public void insert(Family family, byte[] key, byte[] value) {
        add(Kind.INSERT, family, key, value);
    }

    @Override
    public void delete(Family family, byte[] key) {
        add(Kind.DELETE, family, key, null);
    }

    @Override
    public void deleteQueue(byte[] queue) {
        add(Kind.DELETE_QUEUE, Family.QUEUES, queue, null);
    }

    private void add(Kind kind, Family family, byte[] key, byte @Nullable [] value) {
        int valueBytes = value == null ? 0 : value.length;
        reserve(2 + 2 * Integer.BYTES + key.length + valueBytes + ALIGNMENT);
        bytes.put((byte) kind.code)
                .put(family.code())
                .putInt(key.length)
                .put(key)
                .putInt(valueBytes);
        changes.add(new Change(kind, family, key, value, bytes.position()));
        if (value != null) {
            bytes.put(value);
        }
    }

    private void reserve(int more) {
        if (bytes.remaining() < more) {
            int needed = Math.addExact(bytes.position(), more);
            int doubled = (int) Math.min(Integer.MAX_VALUE, 2L * bytes.capacity());
            bytes = ByteBuffer.allocateDirect(Math.max(doubled, needed)).put(bytes.flip());
        }
    }

    /** The whole frame, ready to be sent to other machines. */
    public ByteBuffer sealed(long position) {
        return sealed(position, NO_SALT);
    }

    /**
     * The whole frame, ready to be written.
     *
     * @param salt secret, so that nobody can make up a message with something in it that would pass for a frame
     */
    ByteBuffer sealed(long position, long salt) {
        while (bytes.position() % ALIGNMENT != 0) {
            bytes.put((byte) 0);
        }
        ByteBuffer sealed = bytes.duplicate().flip();
        sealed.putInt(0, magic(salt)).putInt(LENGTH_AT, sealed.limit()).putLong(POSITION_AT, position);
        sealed.putInt(HEADER_BYTES - Integer.BYTES, changes.size());
        return sealed.putInt(CHECKSUM_AT, checksum(sealed.duplicate(), salt));
    }

    /** How long it is so far. */
    int length() {
        return bytes.position();
    }

    static int magic(long salt) {
        return MAGIC ^ (int) (salt >>> Integer.SIZE);
    }

    /** The checksum of a frame, over everything but itself. */
    static int checksum(ByteBuffer frame, long salt) {
        CRC32C checksum = new CRC32C();
        int end = frame.limit();
        int begin = frame.position();
        checksum.update(frame.limit(begin + CHECKSUM_AT));
        checksum.update(frame.limit(end).position(begin + POSITION_AT));
        return (int) checksum.getValue() ^ (int) salt;
    }

    List<Change> changes() {
        return changes;
    }

    /**
     * Adds a frame that came from another machine, or from this one before, to what is recent.
     *
     * @param isReplayed true if its changes may be below already, wholly or in part
     * @throws StorageException if it is not what was sealed
     */
    public static void addTo(Recent recent, Applied at, ByteBuffer frame, boolean isReplayed) {
        int length = frame.remaining();
        if (!isSound(frame)) {
            throw new StorageException("Expected a sound turn at " + at
                    + " but its checksum does not match; check the memory and the disk of this machine.");
        }
        List<Change> read = read(frame.slice());
        recent.add(at, length, turn -> read.forEach(each -> each.addTo(turn, null, 0, !isReplayed && each.isNew())));
    }

    private static boolean isSound(ByteBuffer frame) {
        int begin = frame.position();
        return frame.remaining() >= HEADER_BYTES
                && frame.getInt(begin) == MAGIC
                && frame.getInt(begin + LENGTH_AT) == frame.remaining()
                && checksum(frame.slice(), NO_SALT) == frame.getInt(begin + CHECKSUM_AT);
    }

    /** The changes of a frame whose checksum was verified. */
    static List<Change> read(ByteBuffer frame) {
        int begin = frame.position();
        int count = frame.getInt(begin + HEADER_BYTES - Integer.BYTES);
        frame.position(begin + HEADER_BYTES);
        List<Change> changes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Kind kind = Kind.of(frame.get());
            Family family = Family.ofCode(frame.get());
            byte[] key = new byte[frame.getInt()];
            frame.get(key);
            byte[] value = new byte[frame.getInt()];
            int valueAt = frame.position() - begin;
            frame.get(value);
            changes.add(new Change(kind, family, key, value, valueAt));
        }
        return changes;
    }
}
