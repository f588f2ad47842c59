package io.fila.retracker.torrent;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * An address and a port. An IPv4 address is kept in the form that IPv6 has for it, so one that was sent in that form is the
 * same endpoint.
 */
public record Endpoint(long high, long low, int port) implements Comparable<Endpoint> {
    /** Bytes of an IPv4 and of an IPv6 endpoint in a compact list. */
    public static final int V4_LENGTH = 6;

    public static final int V6_LENGTH = 18;

    private static final long MAPPED = 0xffffL << 32;
    private static final long MAPPED_MASK = 0xffff_ffffL << 32;

    public static Endpoint of(InetAddress address, int port) {
        ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
        return bytes.remaining() == 4 ? v4(bytes.getInt(), port) : new Endpoint(bytes.getLong(), bytes.getLong(), port);
    }

    /** Takes the next six bytes. */
    public static Endpoint readV4(ByteBuffer from) {
        int address = from.getInt();
        return v4(address, from.getShort() & 0xffff);
    }

    /** Takes the next eighteen bytes. */
    public static Endpoint readV6(ByteBuffer from) {
        return new Endpoint(from.getLong(), from.getLong(), from.getShort() & 0xffff);
    }

    private static Endpoint v4(int address, int port) {
        return new Endpoint(0, MAPPED | (address & 0xffff_ffffL), port);
    }

    public boolean isV4() {
        return high == 0 && (low & MAPPED_MASK) == MAPPED;
    }

    /** Writes address and port: six bytes or eighteen. */
    public void write(ByteBuffer to) {
        if (isV4()) {
            to.putInt((int) low);
        } else {
            to.putLong(high).putLong(low);
        }
        to.putShort((short) port);
    }

    public boolean sameAddress(Endpoint other) {
        return high == other.high && low == other.low;
    }

    public Endpoint withPort(int other) {
        return new Endpoint(high, low, other);
    }

    /** The address alone, as text without brackets. */
    public String host() {
        return address().getHostAddress();
    }

    public InetAddress address() {
        ByteBuffer bytes = ByteBuffer.allocate(V6_LENGTH);
        write(bytes);
        byte[] address = new byte[bytes.position() - Short.BYTES];
        bytes.flip().get(address);
        try {
            return InetAddress.getByAddress(address);
        } catch (UnknownHostException impossible) {
            throw new AssertionError("An address of a right length was refused.", impossible);
        }
    }

    /** Mixed, because neighbours differ in a few bits only. */
    @Override
    public int hashCode() {
        return Mixing.hash(high, low, port);
    }

    /** An order, so that a hash table stays fast under chosen collisions. */
    @Override
    public int compareTo(Endpoint other) {
        int byHigh = Long.compareUnsigned(high, other.high);
        int byLow = byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
        return byLow != 0 ? byLow : Integer.compare(port, other.port);
    }

    @Override
    public String toString() {
        InetAddress address = address();
        String host = address.getHostAddress();
        return (address instanceof Inet4Address ? host : "[" + host + "]") + ":" + port;
    }
}
