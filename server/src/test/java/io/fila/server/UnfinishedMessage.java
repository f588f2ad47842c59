package io.fila.server;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A client that announces a message, written by hand in HTTP/2, and never sends its end. */
final class UnfinishedMessage implements AutoCloseable {
    private static final int FRAME_BYTES = 16 * 1024;
    private static final int HEADERS = 1;
    private static final int DATA = 0;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private final Socket socket;
    private volatile boolean answered;
    private volatile boolean status;

    private UnfinishedMessage(Socket socket) {
        this.socket = socket;
    }

    private static UnfinishedMessage begin(int port, String method) throws IOException {
        UnfinishedMessage message = new UnfinishedMessage(new Socket(InetAddress.getLoopbackAddress(), port));
        Thread.ofVirtual().start(message::read);
        message.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        message.write(frame(SETTINGS, 0, 0, new byte[0]));
        message.write(frame(HEADERS, END_HEADERS, 1, headers(method)));
        return message;
    }

    /** A call whose message does not even begin as one of gRPC. */
    static UnfinishedMessage malformed(int port, String method) throws IOException {
        UnfinishedMessage message = begin(port, method);
        message.write(frame(DATA, 0, 1, new byte[] {7, 0, 0, 0, 1, 0}));
        return message;
    }

    static UnfinishedMessage send(int port, int announced, int sent) throws IOException {
        UnfinishedMessage message = begin(port, "Enqueue");
        message.write(frame(
                DATA,
                0,
                1,
                ByteBuffer.allocate(5).put((byte) 0).putInt(announced).array()));
        for (int left = sent; left > 0; left -= FRAME_BYTES) {
            message.write(frame(DATA, 0, 1, new byte[FRAME_BYTES]));
        }
        return message;
    }

    /** Whether the broker has answered the call, or ended the connection. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether the call ended with a status, not with a reset. */
    boolean hasStatus() {
        return status;
    }

    private void read() {
        try {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                byte[] head = in.readNBytes(9);
                if (head.length < 9) {
                    break;
                }
                int length = (head[0] & 0xFF) << 16 | (head[1] & 0xFF) << 8 | (head[2] & 0xFF);
                in.skipNBytes(length);
                if (head[3] == HEADERS) {
                    answered = true;
                    status |= (head[4] & END_STREAM) != 0;
                } else if (head[3] == RST_STREAM) {
                    break;
                }
            }
        } catch (IOException ended) {
            // Said below.
        }
        answered = true;
    }

    private void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
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

    private static byte[] headers(String method) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        header(block, ":method", "POST");
        header(block, ":scheme", "http");
        header(block, ":path", "/fila.v1.FilaService/" + method);
        header(block, ":authority", "localhost");
        header(block, "content-type", "application/grpc");
        header(block, "te", "trailers");
        return block.toByteArray();
    }

    private static void header(ByteArrayOutputStream block, String name, String value) {
        block.write(0);
        block.write(name.length());
        block.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
        block.write(value.length());
        block.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
