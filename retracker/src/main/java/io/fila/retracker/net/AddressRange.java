package io.fila.retracker.net;

import io.fila.retracker.torrent.Endpoint;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * An address, or all that begin with the same bits.
 *
 * @param bits how many, counted in the IPv6 form
 */
public record AddressRange(Endpoint start, int bits) {
    private static final int V6_BITS = 128;
    private static final int V4_BITS = 32;

    /** Reads {@code 10.0.0.0/8}, {@code fd00::/8} or one address; null if it is anything else. */
    public static @Nullable AddressRange parse(String text) {
        int slash = text.indexOf('/');
        Endpoint start = NumericAddress.parse(slash < 0 ? text : text.substring(0, slash));
        if (start == null) {
            return null;
        }
        int width = start.isV4() ? V4_BITS : V6_BITS;
        try {
            int bits = slash < 0 ? width : Integer.parseInt(text.substring(slash + 1));
            return bits < 0 || bits > width ? null : new AddressRange(start, bits + V6_BITS - width);
        } catch (NumberFormatException notANumber) {
            return null;
        }
    }

    public boolean contains(Endpoint endpoint) {
        return (mask(bits) & (start.high() ^ endpoint.high())) == 0
                && (mask(bits - Long.SIZE) & (start.low() ^ endpoint.low())) == 0;
    }

    public boolean contains(InetAddress address) {
        return contains(Endpoint.of(address, 0));
    }

    private static long mask(int ones) {
        return ones <= 0 ? 0 : ones >= Long.SIZE ? -1 : -1L << (Long.SIZE - ones);
    }
}
