package io.fila.benchmarks.retracker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/** A tracker over HTTP that is asked by the retracker, and behaves well or not. One thread calls it. */
final class FakeTracker {
    /** What it does when it is asked. */
    enum Manner {
        ANSWERS,
        HANGS,
        IS_BUSY,
        TALKS_GARBAGE
    }

    private static final int REQUEST_BYTES = 4 * 1024;
    private static final int PEERS = 10;

    private record Answer(SocketChannel to, long dueNanos) {}

    private final ServerSocketChannel listening;
    private final Manner manner;
    private final long latencyNanos;
    private final FirstAsked firstAsked;
    private final byte[] answer;
    private final Deque<Answer> owed = new ArrayDeque<>();
    private long asked;

    FakeTracker(int number, Manner manner, long latencyNanos, FirstAsked firstAsked, Selector selector)
            throws IOException {
        this.manner = manner;
        this.latencyNanos = latencyNanos;
        this.firstAsked = firstAsked;
        answer = answer(number, manner);
        listening = ServerSocketChannel.open();
        listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        listening.configureBlocking(false);
        listening.register(selector, SelectionKey.OP_ACCEPT, this);
    }

    private static byte[] answer(int number, Manner manner) {
        byte[] body = switch (manner) {
            case TALKS_GARBAGE -> "<html>certainly no bencode</html>".getBytes(StandardCharsets.ISO_8859_1);
            case IS_BUSY, HANGS -> new byte[0];
            case ANSWERS -> {
                ByteBuffer peers = ByteBuffer.allocate(PEERS * 6);
                for (int i = 0; i < PEERS; i++) {
                    peers.putInt(0xc6336400 + number * PEERS + i).putShort((short) (6_881 + i));
                }
                yield ("d8:intervali1800e5:peers" + PEERS * 6 + ":"
                                + new String(peers.array(), StandardCharsets.ISO_8859_1) + "e")
                        .getBytes(StandardCharsets.ISO_8859_1);
            }
        };
        String status = manner == Manner.IS_BUSY ? "429 Too Many Requests\r\nRetry-After: 30" : "200 OK";
        String head = "HTTP/1.1 " + status + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        return ByteBuffer.allocate(head.length() + body.length)
                .put(head.getBytes(StandardCharsets.ISO_8859_1))
                .put(body)
                .array();
    }

    String uri() throws IOException {
        return "http://127.0.0.1:" + ((InetSocketAddress) listening.getLocalAddress()).getPort()
                + "/announce?passkey=x";
    }

    Manner manner() {
        return manner;
    }

    long asked() {
        return asked;
    }

    void accept(Selector selector) throws IOException {
        for (SocketChannel next = listening.accept(); next != null; next = listening.accept()) {
            next.configureBlocking(false);
            next.socket().setTcpNoDelay(true);
            next.register(selector, SelectionKey.OP_READ, new Connection(next));
        }
    }

    /** Sends the answers whose time has come; when there will be another. */
    long answer(long nowNanos) {
        for (Answer next = owed.peek(); next != null && next.dueNanos() <= nowNanos; next = owed.peek()) {
            owed.remove();
            try {
                next.to().write(ByteBuffer.wrap(answer));
            } catch (IOException gone) {
                // Whoever asked did not wait.
            }
        }
        Answer next = owed.peek();
        return next == null ? Long.MAX_VALUE : next.dueNanos();
    }

    /** One that asks. */
    final class Connection {
        private final ByteBuffer in = ByteBuffer.allocate(REQUEST_BYTES);
        private final SocketChannel channel;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        void read(long nowNanos) throws IOException {
            try {
                if (channel.read(in) < 0) {
                    channel.close();
                    return;
                }
            } catch (IOException reset) {
                channel.close();
                return;
            }
            int end = in.position();
            boolean whole = end >= 4 && in.get(end - 1) == '\n' && in.get(end - 3) == '\n';
            if (whole) {
                in.clear();
                asked++;
                if (manner == Manner.ANSWERS) {
                    firstAsked.asked(in.array(), end, nowNanos);
                }
                if (manner != Manner.HANGS) {
                    owed.add(new Answer(channel, nowNanos + latencyNanos));
                }
            }
        }
    }
}
