package io.fila.benchmarks.retracker;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;

/** Announces over HTTP, one at a time on each of some kept connections. One thread calls it. */
final class HttpAnnounces {
    private static final int ENCODED_HASH = 60;
    private static final int PORT_DIGITS = 5;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final byte[] END_OF_HEAD = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LENGTH = "content-length: ".getBytes(StandardCharsets.US_ASCII);
    private static final String BEFORE_HASH = "GET /announce?info_hash=";
    private static final String BEFORE_PORT = "&peer_id=-XX0001-bench%20load01&port=";
    private static final String AFTER_PORT = String.join(
            "\r\n",
            "&uploaded=0&downloaded=0&left=1&compact=1&numwant=50 HTTP/1.1",
            "Host: bench",
            "Connection: keep-alive",
            "",
            "");

    private final InetSocketAddress address;
    private final Clients clients;
    private final FirstAsked firstAsked;
    private final Selector selector;
    private final Tally tally = new Tally();
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();
    private final byte[] request = (BEFORE_HASH
                    + " ".repeat(ENCODED_HASH)
                    + BEFORE_PORT
                    + " ".repeat(PORT_DIGITS)
                    + AFTER_PORT)
            .getBytes(StandardCharsets.US_ASCII);

    HttpAnnounces(InetSocketAddress address, int connections, Clients clients, FirstAsked firstAsked, Selector selector)
            throws IOException {
        this.address = address;
        this.clients = clients;
        this.firstAsked = firstAsked;
        this.selector = selector;
        for (int i = 0; i < connections; i++) {
            idle.add(new Connection());
        }
    }

    Tally tally() {
        return tally;
    }

    boolean hasIdle() {
        return !idle.isEmpty();
    }

    void announce(long dueNanos) throws IOException {
        clients.next();
        firstAsked.announced(clients.torrent(), dueNanos);
        clients.writeEncodedHash(request, BEFORE_HASH.length());
        int at = BEFORE_HASH.length() + ENCODED_HASH + BEFORE_PORT.length();
        for (int digit = PORT_DIGITS - 1, left = clients.port(); digit >= 0; digit--, left /= 10) {
            request[at + digit] = (byte) ('0' + left % 10);
        }
        idle.remove().send(dueNanos);
        tally.sent();
    }

    /** One connection with at most one request under way. */
    final class Connection {
        private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
        private final SocketChannel channel;
        private long dueNanos;

        Connection() throws IOException {
            channel = SocketChannel.open(address);
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        private void send(long due) throws IOException {
            dueNanos = due;
            ByteBuffer out = ByteBuffer.wrap(request);
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }

        void read(long nowNanos) throws IOException {
            if (channel.read(in) < 0) {
                tally.broken();
                channel.close();
                idle.add(new Connection());
                return;
            }
            int head = indexOf(END_OF_HEAD, 0, in.position());
            if (head < 0) {
                return;
            }
            int body = head + END_OF_HEAD.length;
            if (in.position() < body + length(head)) {
                return;
            }
            // An answer begins with "d8:complete", a refusal with "d14:failure reason".
            tally.heard(in.get(body + 1) == '8', dueNanos, nowNanos);
            in.clear();
            idle.add(this);
        }

        private int length(int head) {
            int at = indexOf(LENGTH, 0, head) + LENGTH.length;
            int length = 0;
            for (byte digit = in.get(at); digit >= '0' && digit <= '9'; digit = in.get(++at)) {
                length = length * 10 + digit - '0';
            }
            return length;
        }

        private int indexOf(byte[] wanted, int from, int to) {
            for (int start = from; start + wanted.length <= to; start++) {
                int matched = 0;
                while (matched < wanted.length && in.get(start + matched) == wanted[matched]) {
                    matched++;
                }
                if (matched == wanted.length) {
                    return start;
                }
            }
            return -1;
        }
    }
}
