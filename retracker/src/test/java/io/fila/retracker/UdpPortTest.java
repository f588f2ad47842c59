package io.fila.retracker;

import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Endpoint;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The tracker over real packets. */
final class UdpPortTest {
    private static final long PROTOCOL_ID = 0x41727101980L;
    private static final int TRIES = 30;
    private static final int PATIENCE_MILLIS = 2_000;

    @TempDir
    Path folder;

    private RetrackerFixture retracker;

    @BeforeEach
    void start() throws Exception {
        retracker = RetrackerFixture.start(folder, """
                listen = "127.0.0.1:0"
                udp_listen = ":0"
                """);
    }

    @AfterEach
    void stop() {
        retracker.close();
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, 6", "::1, 18"})
    void twoClientsFindEachOther(String address, int length) throws Exception {
        try (DatagramSocket first = socket(address);
                DatagramSocket second = socket(address)) {
            announce(first, 1, 6_881);

            ByteBuffer answer = announce(second, 2, 6_882);

            assertThat(answer.remaining()).isEqualTo(20 + length);
            assertThat(answer.getInt(8)).as("interval").isEqualTo(1_800);
            answer.position(20);
            assertThat(length == 6 ? Endpoint.readV4(answer) : Endpoint.readV6(answer))
                    .isEqualTo(Endpoint.of(InetAddress.ofLiteral(address), 6_881));
        }
    }

    @Test
    void garbageLeavesItServing() throws Exception {
        try (DatagramSocket socket = socket("127.0.0.1")) {
            Random random = new Random(7);
            for (int i = 0; i < 500; i++) {
                byte[] bytes = new byte[random.nextInt(3_000)];
                random.nextBytes(bytes);
                socket.send(new DatagramPacket(bytes, bytes.length));
            }

            assertThat(announce(socket, 1, 1).getInt(0)).isEqualTo(1);
        }
    }

    private ByteBuffer announce(DatagramSocket socket, int peer, int port) throws IOException {
        ByteBuffer connect =
                ByteBuffer.allocate(16).putLong(PROTOCOL_ID).putInt(0).putInt(77);
        long id = ask(socket, connect).getLong(8);
        ByteBuffer announce = ByteBuffer.allocate(98).putLong(id).putInt(1).putInt(peer);
        hash(1).write(announce);
        peer(peer).write(announce);
        announce.putLong(0)
                .putLong(5)
                .putLong(0)
                .putInt(2)
                .putInt(0)
                .putInt(0)
                .putInt(-1)
                .putShort((short) port);
        return ask(socket, announce);
    }

    /** Asks until there is an answer to this question: packets may get lost. */
    private static ByteBuffer ask(DatagramSocket socket, ByteBuffer request) throws IOException {
        int transaction = request.getInt(12);
        byte[] bytes = new byte[request.capacity()];
        request.get(0, bytes);
        for (int tries = 0; tries < TRIES; tries++) {
            socket.send(new DatagramPacket(bytes, bytes.length));
            try {
                while (true) {
                    DatagramPacket packet = new DatagramPacket(new byte[2_048], 2_048);
                    socket.receive(packet);
                    ByteBuffer answer = ByteBuffer.wrap(packet.getData(), 0, packet.getLength());
                    if (answer.getInt(4) == transaction && answer.getInt(0) == request.getInt(8)) {
                        return answer;
                    }
                }
            } catch (SocketTimeoutException lost) {
                // Once more.
            }
        }
        throw new AssertionError("No answer after " + TRIES + " tries.");
    }

    private DatagramSocket socket(String address) throws IOException {
        DatagramSocket socket = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
        socket.connect(InetAddress.ofLiteral(address), retracker.udpPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }
}
