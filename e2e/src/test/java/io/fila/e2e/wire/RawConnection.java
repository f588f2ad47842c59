package io.fila.e2e.wire;

import com.google.protobuf.MessageLite;
import io.fila.proto.v1.ConsumeRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client that writes its HTTP/2 by hand, and so can stop anywhere and never reads unless told to. One thread. */
public final class RawConnection implements AutoCloseable {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int RECEIVE_BUFFER_BYTES = 4 << 10;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final Socket socket;

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
