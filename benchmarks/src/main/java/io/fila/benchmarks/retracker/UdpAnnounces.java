package io.fila.benchmarks.retracker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Announces over UDP (BEP 15) from one socket. One thread calls it. */
final class UdpAnnounces {
    private static final long PROTOCOL_ID = 0x417_2710_1980L;
    private static final int CONNECT = 0;
    private static final int ANNOUNCE = 1;
    private static final int ERROR = 3;
    private static final int ANNOUNCE_BYTES = 98;
    private static final int HASH_AT = 16;
    private static final int PORT_AT = 96;
    private static final int BUFFER_BYTES = 4 << 20;
    private static final long RECONNECT_NANOS = Duration.ofSeconds(50).toNanos();

    /** Announces that can be under way and still be told apart. */
    private static final int REMEMBERED = 1 << 17;

    private final DatagramChannel channel;
    private final Clients clients;
    private final FirstAsked firstAsked;
    private final Tally tally = new Tally();
    private final long[] dueNanos = new long[REMEMBERED];
    private final ByteBuffer out = ByteBuffer.allocateDirect(ANNOUNCE_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(2_048);
    private int transaction = 1;
    private long connectedNanos;
    private boolean connected;

    UdpAnnounces(InetSocketAddress address, Clients clients, FirstAsked firstAsked, Selector selector)
            throws IOException {
        this.clients = clients;
        this.firstAsked = firstAsked;
        channel = DatagramChannel.open();
        channel.setOption(StandardSocketOptions.SO_RCVBUF, BUFFER_BYTES);
        channel.connect(address);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, this);
        byte[] peer = "-XX0002-bench load01".getBytes(StandardCharsets.US_ASCII);
        out.putInt(8, ANNOUNCE).put(36, peer).putLong(64, 1).putInt(92, -1);
    }

    Tally tally() {
        return tally;
    }

    boolean isConnected() {
        return connected;
    }

    /** Asks for a connection id, again before the last one is too old. */
    void keepConnected(long nowNanos) throws IOException {
        if (connectedNanos == 0 || nowNanos - connectedNanos > RECONNECT_NANOS) {
            connectedNanos = nowNanos;
            ByteBuffer connect = ByteBuffer.allocate(16)
                    .putLong(PROTOCOL_ID)
                    .putInt(CONNECT)
                    .putInt(0)
                    .flip();
            channel.write(connect);
        }
    }

    void announce(long due) throws IOException {
        clients.next();
        firstAsked.announced(clients.torrent(), due);
        dueNanos[transaction & (REMEMBERED - 1)] = due;
        out.putInt(12, transaction).put(HASH_AT, clients.hash()).putShort(PORT_AT, (short) clients.port());
        out.clear();
        channel.write(out);
        transaction++;
        tally.sent();
    }

    void read(long nowNanos) throws IOException {
        for (in.clear(); channel.read(in) > 0; in.clear()) {
            int action = in.getInt(0);
            int which = in.getInt(4);
            if (action == CONNECT) {
                out.putLong(0, in.getLong(8));
                connected = true;
            } else if (action == ANNOUNCE || action == ERROR) {
                tally.heard(action == ANNOUNCE, dueNanos[which & (REMEMBERED - 1)], nowNanos);
            } else {
                tally.broken();
            }
        }
    }
}
