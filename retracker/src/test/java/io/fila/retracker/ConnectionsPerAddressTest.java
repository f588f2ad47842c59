package io.fila.retracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Latin1;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One host does not get all connections there are. */
final class ConnectionsPerAddressTest {
    private static final int CLOSED = -1;

    @TempDir
    Path folder;

    private final List<Socket> held = new ArrayList<>();
    private RetrackerFixture retracker;

    @BeforeEach
    void start() throws Exception {
        retracker = RetrackerFixture.start(folder, """
                listen = "127.0.0.1:0"
                x_real_ip = true
                trusted_proxies = ["127.0.0.2"]
                max_connections = 30
                max_connections_per_address = 10
                """);
    }

    @AfterEach
    void stop() throws IOException {
        for (Socket each : held) {
            each.close();
        }
        retracker.close();
    }

    @Test
    void furtherOnesAreClosedAndOtherHostsAreServed() throws Exception {
        hold("127.0.0.3", 30);

        assertThat(retracker.get("127.0.0.4", "/favicon.ico")).startsWith("HTTP/1.1 200");
        assertThat(held.getLast().getInputStream().read()).isEqualTo(CLOSED);
        assertThat(firstByte(held.getFirst())).isEqualTo('H');
    }

    @Test
    void hostThatHangsUpMayComeBack() throws Exception {
        hold("127.0.0.3", 10);
        firstByte(held.getFirst());
        assertThat(held.getFirst().getInputStream().readAllBytes()).isNotEmpty();

        hold("127.0.0.3", 1);

        assertThat(firstByte(held.getLast())).isEqualTo('H');
    }

    @Test
    void proxyThatIsBelievedMayHaveAllOfThem() throws Exception {
        hold("127.0.0.2", 30);

        assertThat(firstByte(held.getLast())).isEqualTo('H');
    }

    private void hold(String address, int connections) throws IOException {
        for (int i = 0; i < connections; i++) {
            held.add(retracker.connectFrom(address));
        }
    }

    private static int firstByte(Socket socket) throws IOException {
        socket.getOutputStream().write(Latin1.bytes("GET /favicon.ico HTTP/1.0\r\n\r\n"));
        return socket.getInputStream().read();
    }
}
