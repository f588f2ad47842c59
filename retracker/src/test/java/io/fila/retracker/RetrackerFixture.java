package io.fila.retracker;

import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.torrent.InfoHash;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.PeerId;
import io.fila.retracker.torrent.PercentEncoding;
import io.fila.server.settings.ConfigException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** A retracker on ports of its own. */
final class RetrackerFixture implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Retracker retracker;

    private RetrackerFixture(Retracker retracker) {
        this.retracker = retracker;
    }

    /** Starts one with these lines in its file. */
    static RetrackerFixture start(Path folder, String lines) throws IOException, ConfigException, StartException {
        Path file = Files.writeString(folder.resolve("retracker.toml"), lines);
        RetrackerConfig config =
                RetrackerConfig.read(Optional.of(file), keptIn(folder)).config();
        return new RetrackerFixture(Retracker.start(config, "test", InstantSource.system()));
    }

    /** What survives a restart stays in a folder of the test. */
    static Map<String, String> keptIn(Path folder) {
        return Map.of("FILA_RETRACKER__DATA_DIR", folder.resolve("data").toString());
    }

    int httpPort() {
        return retracker.httpPort();
    }

    int udpPort() {
        return retracker.udpPort();
    }

    Socket connect(String address) throws IOException {
        Socket socket = new Socket(InetAddress.ofLiteral(address), httpPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** A connection from another address of this machine. */
    Socket connectFrom(String address) throws IOException {
        return connect(httpPort(), address);
    }

    private static Socket connect(int port, String from) throws IOException {
        Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port, InetAddress.ofLiteral(from), 0);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    /** What one at that address is answered. */
    String get(String address, String path) throws IOException {
        return get(httpPort(), address, path);
    }

    static String get(int port, String address, String path) throws IOException {
        return said(port, address, "GET " + path);
    }

    String post(String address, String path) throws IOException {
        return said(httpPort(), address, "POST " + path);
    }

    private static String said(int port, String address, String request) throws IOException {
        try (Socket socket = connect(port, address)) {
            socket.getOutputStream()
                    .write(Latin1.bytes(request + " HTTP/1.1\r\nHost: us\r\nConnection: close\r\n\r\n"));
            return Latin1.text(socket.getInputStream().readAllBytes());
        }
    }

    static String announcePath(InfoHash hash, PeerId peer, int port) {
        return "/announce?info_hash=" + PercentEncoding.encode(hash.bytes()) + "&peer_id="
                + PercentEncoding.encode(peer.bytes()) + "&port=" + port + "&uploaded=0&downloaded=0&left=0";
    }

    @Override
    public void close() {
        retracker.close();
    }
}
