package io.fila.storage.rocks;

import io.fila.storage.codec.Checksum;
import io.fila.storage.codec.Keys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One of RocksDB's table files, read without RocksDB. Told to pass over a block's checksum, RocksDB takes the block's
 * structure at its word and may crash on it. But tables are written so that every record stands alone (uncompressed, with
 * its whole key) and is sealed, so sound records can be found among damaged bytes one by one, whatever became of blocks,
 * indexes and footer. Any thread.
 */
final class TableFile {
    /** The version of RocksDB's table format that is written, because it is the one that is read here. */
    static final int FORMAT_VERSION = 7;

    private static final int SEQUENCE_BYTES = 8;
    private static final int MIN_KEY_BYTES = 2;
    private static final int MAX_SHARED_HEADER_BYTES = 11;
    private static final int BLOCK_TRAILER_BYTES = 5;
    private static final int TYPE_MASK = 0xFF;
    private static final int DELETION = 0;
    private static final int PUT = 1;
    private static final int SINGLE_DELETION = 7;
    private static final int NOWHERE = -1;
    private static final int NO_SEQUENCE = -1;

    /** Records of one block that damage may hide from the count. */
    private static final int MISCOUNT = 64;

    /** How much is kept of damage that no intact record follows. */
    private static final int LAST_GAP_BYTES = 4096;

    private final ByteBuffer file;
    private final String name;
    private final List<Stretch> broken = new ArrayList<>();
    private int[] entries = new int[1024];
    private int size;

    /** One record or deletion as it lies in the file. */
    final class Entry {
        private final int keyAt;
        private final int keyBytes;
        private final int valueBytes;

        private Entry(int keyAt, int keyBytes, int valueBytes) {
            this.keyAt = keyAt;
            this.keyBytes = keyBytes;
            this.valueBytes = valueBytes;
        }

        byte[] key() {
            return bytes(keyAt, keyBytes);
        }

        byte[] value() {
            return bytes(keyAt + keyBytes + SEQUENCE_BYTES, valueBytes);
        }

        long sequence() {
            return file.getLong(keyAt + keyBytes) >>> Byte.SIZE;
        }

        boolean isDeletion() {
            int type = type();
            return (type == DELETION || type == SINGLE_DELETION) && valueBytes == 0;
        }

        boolean isIntact() {
            return type() == PUT && Checksum.isIntact(key(), value());
        }

        private int type() {
            return (int) (file.getLong(keyAt + keyBytes) & TYPE_MASK);
        }

        private int end() {
            return keyAt + keyBytes + SEQUENCE_BYTES + valueBytes;
        }
    }

    /**
     * Bytes that are no sound record.
     *
     * @param key the key they seem to be under, or the file and the place in it
     * @param sequence the number of the change they seem to be, or a negative one
     */
    @SuppressWarnings("ArrayRecordComponent") // raw evidence, never compared
    record Stretch(byte[] key, byte[] value, long sequence) {}

    private TableFile(String name, ByteBuffer file) {
        this.name = name;
        this.file = file.order(ByteOrder.LITTLE_ENDIAN);
    }

    static TableFile read(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            TableFile table = new TableFile(String.valueOf(path.getFileName()), bytes);
            table.carve();
            return table;
        }
    }

    /** Goes through the file record by record; where that fails, byte by byte to the next sound record. */
    private void carve() {
        int at = 0;
        int inBlock = 0;
        int lostAt = NOWHERE;
        boolean miscounted = false;
        while (at < file.limit()) {
            Entry entry = parse(at);
            boolean aligned = lostAt == NOWHERE;
            // A deletion has no seal: it counts where one is expected and something sound follows.
            if (entry != null
                    && (entry.isIntact() || (aligned && entry.isDeletion() && endsWell(entry, inBlock + 1)))) {
                if (!aligned) {
                    noteGap(lostAt, at, inBlock);
                    lostAt = NOWHERE;
                    miscounted = true;
                }
                add(at, entry);
                at = entry.end();
                inBlock++;
                continue;
            }
            int nextBlock = aligned ? blockAfter(at, inBlock, miscounted) : NOWHERE;
            if (nextBlock != NOWHERE) {
                at = nextBlock;
                inBlock = 0;
                miscounted = false;
            } else if (aligned && entry != null && entry.type() == PUT && endsWell(entry, inBlock + 1)) {
                broken.add(new Stretch(entry.key(), entry.value(), entry.sequence()));
                at = entry.end();
                inBlock++;
            } else {
                lostAt = aligned ? at : lostAt;
                at++;
            }
        }
        if (lostAt != NOWHERE && inBlock > 0) {
            noteGap(lostAt, Math.min(file.limit(), lostAt + LAST_GAP_BYTES), inBlock);
        }
    }

    /** Notes the bytes between intact records, unless they are just the end of a block. */
    private void noteGap(int from, int to, int inBlock) {
        if (to - from != blockEndBytes(inBlock)) {
            byte[] where = (name + "@" + from).getBytes(StandardCharsets.UTF_8);
            broken.add(new Stretch(where, bytes(from, to - from), NO_SEQUENCE));
        }
    }

    /** True if something sound follows, so that at least the lengths of the entry were right. */
    private boolean endsWell(Entry entry, int inBlock) {
        Entry next = parse(entry.end());
        return (next != null && (next.isIntact() || next.isDeletion()))
                || blockAfter(entry.end(), inBlock, false) != NOWHERE;
    }

    /** Where the next block begins if the block ends here, after so many records or, if miscounted, about so many. */
    private int blockAfter(int at, int records, boolean miscounted) {
        int least = miscounted ? 1 : records;
        int most = miscounted ? records + MISCOUNT : records;
        for (int count = Math.max(1, least); count <= most; count++) {
            int end = at + blockEndBytes(count);
            if (end <= file.limit() && file.getInt(at) == 0 && file.getInt(at + count * Integer.BYTES) == count) {
                return end;
            }
        }
        return NOWHERE;
    }

    /** A block ends with the offset of each record, their count, and a type and checksum. */
    private static int blockEndBytes(int records) {
        return (records + 1) * Integer.BYTES + BLOCK_TRAILER_BYTES;
    }

    private void add(int at, Entry entry) {
        // A sealed key is certain; a deletion that sorts after it had a damaged one.
        while (size > 0 && entryAt(size - 1).isDeletion() && compare(entryAt(size - 1), entry) > 0) {
            size--;
        }
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, 2 * size);
        }
        entries[size++] = at;
    }

    private static int compare(Entry left, Entry right) {
        return Arrays.compareUnsigned(left.key(), right.key());
    }

    private @Nullable Entry parse(int at) {
        if (at + MAX_SHARED_HEADER_BYTES > file.limit() || file.get(at) != 0) {
            return null;
        }
        Varint key = Varint.read(file, at + 1);
        Varint value = key == null ? null : Varint.read(file, key.end());
        if (key == null || value == null) {
            return null;
        }
        int keyBytes = key.value() - SEQUENCE_BYTES;
        long end = (long) value.end() + key.value() + value.value();
        if (keyBytes < MIN_KEY_BYTES || keyBytes > Keys.MAX_BYTES || value.value() < 0 || end > file.limit()) {
            return null;
        }
        return new Entry(value.end(), keyBytes, value.value());
    }

    /** The newest entry under a key, sound or deletion; null if there is none. */
    @Nullable Entry find(byte[] key) {
        int index = ceiling(key);
        if (index < size) {
            Entry entry = entryAt(index);
            return Arrays.equals(entry.key(), key) ? entry : null;
        }
        return null;
    }

    /** What seems to be under a key but is not sound; null if there is nothing. */
    @Nullable Stretch findBroken(byte[] key) {
        for (Stretch stretch : broken) {
            if (Arrays.equals(stretch.key(), key)) {
                return stretch;
            }
        }
        return null;
    }

    /** The first key at or after a key that something sound is stored under; null if there is none. */
    byte @Nullable [] firstKey(byte[] from) {
        int index = ceiling(from);
        return index < size ? entryAt(index).key() : null;
    }

    /** What is neither a sound record nor part of the file's structure. */
    List<Stretch> broken() {
        return broken;
    }

    int size() {
        return size;
    }

    private int ceiling(byte[] key) {
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Arrays.compareUnsigned(entryAt(middle).key(), key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private Entry entryAt(int index) {
        Entry entry = parse(entries[index]);
        if (entry == null) {
            throw new IllegalStateException("Expected a table file to stay as it was but it changed.");
        }
        return entry;
    }

    private byte[] bytes(int at, int length) {
        byte[] bytes = new byte[length];
        file.get(at, bytes);
        return bytes;
    }
}
