package io.fila.e2e.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.fila.proto.v1.ConsumeRequest;
import io.fila.proto.v1.EnqueueRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A client that writes its HTTP/2 by hand, and so can stop anywhere and never reads unless told to. One thread. */
public final class RawConnection implements AutoCloseable {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int RECEIVE_BUFFER_BYTES = 4 << 10;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int CONTINUATION = 9;
    public static final int SETTINGS = 4;
    public static final int PING = 6;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private static final int FRAME_BYTES = 16 * 1024;
    private static final int PING_BYTES = 8;

    /** RFC 7541, section 6.2.1: a field that is remembered. */
    private static final int INDEXED_LITERAL = 0x40;

    /** The one that was remembered last: the first after the 61 that everybody knows. */
    private static final int NEWEST_INDEX = 0x80 | 62;

    /** What fits into a length of one byte. */
    private static final int LONGEST_SHORT_TEXT = 126;

    private final Socket socket;
    private volatile boolean over;

    private RawConnection(Socket socket) {
        this.socket = socket;
    }

    public static RawConnection to(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new RawConnection(socket);
    }

    public RawConnection write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    /** Says that it speaks HTTP/2. */
    public RawConnection greet() throws IOException {
        return write(PREFACE).write(frame(SETTINGS, 0, 0, new byte[0]));
    }

    /** Opens a stream of a queue's messages. */
    public RawConnection consume(String queue) throws IOException {
        return greet().write(frame(HEADERS, END_HEADERS, 1, requestHeaders("/fila.v1.FilaService/Consume")))
                .write(frame(
                        DATA,
                        END_STREAM,
                        1,
                        grpc(ConsumeRequest.newBuilder().setQueue(queue).build())));
    }

    /** Begins a call and leaves it there: its headers promise more than comes. */
    public RawConnection beginCall() throws IOException {
        byte[] whole = frame(HEADERS, END_HEADERS, 1, requestHeaders("/fila.v1.FilaService/Enqueue"));
        byte[] half = new byte[whole.length / 2];
        System.arraycopy(whole, 0, half, 0, half.length);
        return greet().write(half);
    }

    /** Lets a thread read whatever comes and throw it away, until the other side ends the connection. */
    public RawConnection readingAllAside() {
        Thread.ofVirtual().start(() -> {
            try {
                var _ = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException ended) {
                // Said below.
            }
            over = true;
        });
        return this;
    }

    /** Whether the other side has ended the connection; only known to one that reads. */
    public boolean isOver() {
        return over;
    }

    /** Begins a call with a message of a size, and sends so much of it. */
    public RawConnection announce(int size, int sent) throws IOException {
        greet().write(frame(HEADERS, END_HEADERS, 1, requestHeaders("/fila.v1.FilaService/Enqueue")))
                .write(frame(
                        DATA,
                        0,
                        1,
                        ByteBuffer.allocate(5).put((byte) 0).putInt(size).array()));
        byte[] part = frame(DATA, 0, 1, new byte[FRAME_BYTES]);
        try {
            for (int left = sent; left > 0; left -= FRAME_BYTES) {
                write(part);
            }
        } catch (IOException givenUp) {
            over = true;
        }
        return this;
    }

    /** Makes a whole call. */
    public RawConnection enqueue(String queue, int payloadBytes) throws IOException {
        byte[] message = grpc(EnqueueRequest.newBuilder()
                .setQueue(queue)
                .setPayload(ByteString.copyFrom(new byte[payloadBytes]))
                .build());
        greet().write(frame(HEADERS, END_HEADERS, 1, requestHeaders("/fila.v1.FilaService/Enqueue")));
        for (int from = 0; from < message.length; from += FRAME_BYTES) {
            int until = Math.min(message.length, from + FRAME_BYTES);
            write(frame(DATA, until == message.length ? END_STREAM : 0, 1, Arrays.copyOfRange(message, from, until)));
        }
        return this;
    }

    /** Begins calls and resets each at once. */
    public void resetStreams(int count) throws IOException {
        byte[] headers = requestHeaders("/fila.v1.FilaService/Enqueue");
        for (int i = 0; i < count; i++) {
            int stream = 2 * i + 1;
            write(frame(HEADERS, END_HEADERS, stream, headers))
                    .write(frame(RST_STREAM, 0, stream, new byte[Integer.BYTES]));
        }
    }

    /** Sends so many frames that each want an answer: pings, or settings. */
    public void flood(int type, int count) throws IOException {
        byte[] frame = frame(type, 0, 0, new byte[type == PING ? PING_BYTES : 0]);
        for (int i = 0; i < count; i++) {
            write(frame);
        }
    }

    /** Sends headers that go on and on. */
    public void continueHeaders(int frames) throws IOException {
        write(frame(HEADERS, 0, 1, requestHeaders("/fila.v1.FilaService/Enqueue")));
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        header(block, "x-more", "x".repeat(100));
        byte[] more = frame(CONTINUATION, 0, 1, block.toByteArray());
        for (int i = 0; i < frames; i++) {
            write(more);
        }
    }

    /** Sends few bytes of headers that stand for very many: one long field, and then references to it. */
    public void bombHeaders(int times) throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.writeBytes(requestHeaders("/fila.v1.FilaService/Enqueue"));
        block.write(INDEXED_LITERAL);
        text(block, "x-bomb");
        text(block, "x".repeat(LONGEST_SHORT_TEXT));
        for (int i = 0; i < FRAME_BYTES - 1024; i++) {
            block.write(NEWEST_INDEX);
        }
        for (int i = 0; i < times; i++) {
            write(frame(HEADERS, END_HEADERS, 2 * i + 1, block.toByteArray()));
        }
    }

    /** Opens a stream of batches and sends bytes on it that should be a message of gRPC. */
    public RawConnection stream(String method, byte[] bytes) throws IOException {
        return greet().write(frame(HEADERS, END_HEADERS, 1, requestHeaders("/fila.v1.FilaService/" + method)))
                .write(frame(DATA, 0, 1, bytes));
    }

    /** Vanishes: no goodbye of HTTP/2, a reset on the wire. */
    public void abort() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .put((byte) (payload.length >> 16))
                .putShort((short) payload.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    private static byte[] requestHeaders(String path) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        header(block, ":method", "POST");
        header(block, ":scheme", "http");
        header(block, ":path", path);
        header(block, ":authority", "localhost");
        header(block, "content-type", "application/grpc");
        header(block, "te", "trailers");
        return block.toByteArray();
    }

    /** A literal header field without indexing and without Huffman coding (RFC 7541, section 6.2.2). */
    private static void header(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        text(block, name);
        text(block, value);
    }

    private static void text(ByteArrayOutputStream block, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        block.write(bytes.length);
        block.writeBytes(bytes);
    }

    private static byte[] grpc(MessageLite message) {
        byte[] bytes = message.toByteArray();
        return ByteBuffer.allocate(5 + bytes.length)
                .put((byte) 0)
                .putInt(bytes.length)
                .put(bytes)
                .array();
    }
}
