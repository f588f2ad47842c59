package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads one file of RocksDB's write-ahead log: blocks of 32 KiB holding chunks, each with a checksum, a length and a type
 * before its bytes; a batch is one chunk, or a first, any middle and a last one.
 */
final class LogReader {
    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int CHUNK_HEADER_BYTES = 7;
    private static final int LENGTH_AT = 4;
    private static final int TYPE_AT = 6;
    private static final int CHECKSUM_MASK = 0xa282ead8;

    private static final int FULL = 1;
    private static final int FIRST = 2;
    private static final int MIDDLE = 3;
    private static final int LAST = 4;

    private final ByteBuffer file;
    private final ByteBuffer head = ByteBuffer.allocate(LogRecord.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int at;
    private int soundUpTo;
    private boolean inBatch;
    private long damagedAt = -1;

    private LogReader(ByteBuffer file) {
        this.file = file.order(ByteOrder.LITTLE_ENDIAN);
    }

    static LogReader of(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return new LogReader(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size()));
        }
    }

    /** The end of the last sound batch before the first damage; negative if there was none. */
    long damagedAt() {
        return damagedAt;
    }

    /** Marks everything read so far as intact. */
    void forgetDamage() {
        damagedAt = -1;
        soundUpTo = at;
    }

    /** The next sound batch, or null at the end of the file. */
    @Nullable LogRecord next() {
        while (at < file.limit()) {
            int roomInBlock = BLOCK_BYTES - at % BLOCK_BYTES;
            if (roomInBlock < CHUNK_HEADER_BYTES) {
                at += roomInBlock;
            } else if (!isSound(at)) {
                noteDamage();
                at++;
            } else {
                int length = length(at);
                int body = at + CHUNK_HEADER_BYTES;
                LogRecord batch = take(type(at), body, length);
                at = body + length;
                if (batch != null) {
                    soundUpTo = damagedAt < 0 ? at : soundUpTo;
                    return batch;
                }
            }
        }
        if (inBatch) {
            noteDamage();
        }
        return null;
    }

    private void noteDamage() {
        inBatch = false;
        if (damagedAt < 0) {
            damagedAt = soundUpTo;
        }
    }

    private @Nullable LogRecord take(int type, int body, int length) {
        switch (type) {
            case FULL, FIRST -> {
                if (inBatch) {
                    noteDamage();
                }
                head.clear();
                inBatch = true;
            }
            case MIDDLE, LAST -> {
                if (!inBatch) {
                    noteDamage();
                    return null;
                }
            }
            default -> {
                // RocksDB's notes to itself.
                return null;
            }
        }
        int headBytes = Math.min(length, head.remaining());
        head.put(file.slice(body, headBytes));
        if (type == FIRST || type == MIDDLE) {
            return null;
        }
        inBatch = false;
        if (head.hasRemaining()) {
            noteDamage();
            return null;
        }
        return new LogRecord(head.getLong(0), head.getInt(Long.BYTES));
    }

    private boolean isSound(int chunk) {
        int blockEnd = Math.min(file.limit(), chunk - chunk % BLOCK_BYTES + BLOCK_BYTES);
        int body = chunk + CHUNK_HEADER_BYTES;
        if (body > blockEnd || body + length(chunk) > blockEnd || type(chunk) == 0) {
            return false;
        }
        CRC32C crc = new CRC32C();
        crc.update(file.slice(chunk + TYPE_AT, 1 + length(chunk)));
        int checksum = (int) crc.getValue();
        return file.getInt(chunk) == Integer.rotateRight(checksum, 15) + CHECKSUM_MASK;
    }

    private int length(int chunk) {
        return Short.toUnsignedInt(file.getShort(chunk + LENGTH_AT));
    }

    private int type(int chunk) {
        return Byte.toUnsignedInt(file.get(chunk + TYPE_AT));
    }
}
