package io.fila.retracker;

import static org.assertj.core.api.Assertions.assertThat;

import bt.Bt;
import bt.data.file.FileSystemStorage;
import bt.runtime.BtClient;
import bt.runtime.BtRuntime;
import bt.runtime.Config;
import bt.torrent.TorrentSessionState;
import bt.tracker.http.HttpTrackerModule;
import io.fila.retracker.bencode.BencodeWriter;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A BitTorrent client that nobody here wrote: the seeder asks another tracker, the leecher asks us, and it downloads. */
final class JavaClientTest {
    private static final int PIECE_BYTES = 1 << 14;
    private static final int PATIENCE_MINUTES = 3;
    private static final int LOOK_MILLIS = 100;
    private static final String NAME = "data.bin";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"http, udp", "udp, http"})
    void downloadCompletes(String ours, String theirs) throws Exception {
        byte[] data = new byte[200_000];
        new Random(1).nextBytes(data);
        Path seed = Files.createDirectory(folder.resolve("seed"));
        Path leech = Files.createDirectory(folder.resolve("leech"));
        Path there = Files.createDirectory(folder.resolve("there"));
        Files.write(seed.resolve(NAME), data);
        String ports = "listen = \"127.0.0.1:0\"\nudp_listen = \"127.0.0.1:0\"\n";
        try (RetrackerFixture tracker = RetrackerFixture.start(there, ports)) {
            String uri = uri(theirs, tracker);
            String lines = ports + "retry_period = 1\ndata_dir = \"" + folder.resolve("data") + "\"\n"
                    + "[[forwarders]]\nuri = \"" + uri + "\"\n";
            try (RetrackerFixture us = RetrackerFixture.start(folder, lines)) {
                BtClient seeder = client(torrent("seed", uri, data), seed);
                BtClient leecher = client(torrent("leech", uri(ours, us), data), leech);
                CompletableFuture<?> seeding = seeder.startAsync();
                try {
                    leecher.startAsync(state -> stopWhenComplete(state, leecher), LOOK_MILLIS)
                            .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
                } finally {
                    leecher.stop();
                    seeder.stop();
                    // It takes leave of its tracker, which is to be there for that.
                    seeding.get(PATIENCE_MINUTES, TimeUnit.MINUTES);
                }
            }
        }
        assertThat(leech.resolve(NAME)).hasBinaryContent(data);
    }

    private static void stopWhenComplete(TorrentSessionState state, BtClient client) {
        if (state.getPiecesRemaining() == 0) {
            client.stop();
        }
    }

    private static String uri(String scheme, RetrackerFixture retracker) {
        int port = scheme.equals("udp") ? retracker.udpPort() : retracker.httpPort();
        return scheme + "://127.0.0.1:" + port + "/announce";
    }

    private static BtClient client(Path torrent, Path folder) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Config config = new Config();
        config.setAcceptorAddress(InetAddress.getLoopbackAddress());
        config.setAcceptorPort(port);
        config.setTrackerQueryInterval(Duration.ofSeconds(1));
        config.setPeerDiscoveryInterval(Duration.ofMillis(200));
        BtRuntime runtime = BtRuntime.builder(config)
                .module(new HttpTrackerModule())
                .disableLocalServiceDiscovery()
                .disablePeerExchange()
                .disableAutomaticShutdown()
                .build();
        return Bt.client(runtime)
                .storage(new FileSystemStorage(folder))
                .torrent(torrent.toUri().toURL())
                .build();
    }

    private Path torrent(String name, String tracker, byte[] data) throws Exception {
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
        for (int at = 0; at < data.length; at += PIECE_BYTES) {
            pieces.write(sha1.digest(Arrays.copyOfRange(data, at, Math.min(data.length, at + PIECE_BYTES))));
        }
        byte[] metainfo = new BencodeWriter()
                .beginDictionary()
                .put("announce", tracker)
                .name("info")
                .beginDictionary()
                .put("length", data.length)
                .put("name", NAME)
                .put("piece length", PIECE_BYTES)
                .put("pieces", pieces.toByteArray())
                .endDictionary()
                .endDictionary()
                .toBytes();
        return Files.write(folder.resolve(name + ".torrent"), metainfo);
    }
}
