package io.fila.retracker.swarm;

import io.fila.retracker.torrent.InfoHash;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * All swarms as bytes, to be known again after a restart. They come in blocks with a checksum each, so that what is damaged
 * changes nothing. Times are kept as their distance from the moment of writing.
 */
public final class SwarmSnapshot {
    private static final int MAGIC = 0x46_50_45_45;
    private static final int VERSION = 1;

    /** A block is a part of the swarms, and smaller than this by far; whatever claims to be larger is damaged. */
    private static final int LARGEST_BLOCK = 1 << 30;

    private SwarmSnapshot() {}

    /**
     * Writes all swarms.
     *
     * @param forwarders the names of the forwarders by their numbers
     */
    public static void write(Swarms swarms, List<String> forwarders, OutputStream to, long nowMillis)
            throws IOException {
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        DataOutputStream names = new DataOutputStream(head);
        names.writeLong(nowMillis);
        names.writeInt(forwarders.size());
        for (String name : forwarders) {
            names.writeUTF(name);
        }
        writeBlock(out, head.toByteArray());
        for (Segment segment : swarms.segments()) {
            // Into memory first: announces do not wait for the disk.
            ByteArrayOutputStream part = new ByteArrayOutputStream();
            int count = segment.write(new DataOutputStream(part), nowMillis);
            ByteArrayOutputStream block = new ByteArrayOutputStream(part.size() + Integer.BYTES);
            new DataOutputStream(block).writeInt(count);
            part.writeTo(block);
            writeBlock(out, block.toByteArray());
        }
        out.flush();
    }

    /**
     * Takes in swarms that were written, without peers that were silent for too long meanwhile.
     *
     * @throws IOException if there is something else, or it is damaged; what comes before the damage is taken in
     */
    public static void read(Swarms swarms, List<String> forwarders, InputStream from, long nowMillis)
            throws IOException {
        DataInputStream in = new DataInputStream(from);
        int magic = in.readInt();
        int version = in.readInt();
        if (magic != MAGIC || version != VERSION) {
            throw new IOException("Expected swarms of version " + VERSION + " but found something else.");
        }
        DataInput head = readBlock(in);
        // If the clock was set back meanwhile, the time is unknown; count it as zero.
        long thenMillis = Math.min(head.readLong(), nowMillis);
        List<String> before = new ArrayList<>();
        for (int left = head.readInt(); left > 0; left--) {
            before.add(head.readUTF());
        }
        ForwarderNumbers numbers = new ForwarderNumbers(before, forwarders);
        while (in.available() > 0) {
            DataInput block = readBlock(in);
            for (int left = block.readInt(); left > 0; left--) {
                byte[] hash = new byte[InfoHash.LENGTH];
                block.readFully(hash);
                Swarm swarm = Swarm.read(block, thenMillis, numbers);
                swarms.restore(InfoHash.read(ByteBuffer.wrap(hash)), swarm, nowMillis);
            }
        }
    }

    private static void writeBlock(DataOutputStream out, byte[] block) throws IOException {
        out.writeInt(block.length);
        out.writeLong(checksum(block));
        out.write(block);
    }

    private static DataInput readBlock(DataInputStream in) throws IOException {
        int length = in.readInt();
        long checksum = in.readLong();
        if (length < 0 || length > LARGEST_BLOCK) {
            throw new IOException("Expected a block of peers but its length is damaged.");
        }
        byte[] block = in.readNBytes(length);
        if (block.length < length) {
            throw new EOFException("Expected " + length + " bytes of peers but the file ends before.");
        }
        if (checksum(block) != checksum) {
            throw new IOException("Expected a block of peers as it was written but its checksum does not match.");
        }
        return new DataInputStream(new ByteArrayInputStream(block));
    }

    private static long checksum(byte[] bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }
}
