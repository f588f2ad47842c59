package io.fila.benchmarks.retracker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Announces over both transports at a steady rate, from one thread. */
final class Load {
    private static final int CONNECTIONS = 64;
    private static final int HTTP_PORTS = 20_000;
    private static final int UDP_PORTS = 30_000;
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final LoadOptions options;
    private final Selector selector;
    private final HttpAnnounces http;
    private final UdpAnnounces udp;
    private final FirstAsked firstAsked;
    private final Thread thread = Thread.ofPlatform().name("load").unstarted(this::run);

    private Load(LoadOptions options, int port, FirstAsked firstAsked) throws IOException {
        this.options = options;
        this.firstAsked = firstAsked;
        selector = Selector.open();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        http = new HttpAnnounces(
                address, CONNECTIONS, new Clients(options.hashes(), HTTP_PORTS, 1), firstAsked, selector);
        udp = new UdpAnnounces(address, new Clients(options.hashes(), UDP_PORTS, 2), firstAsked, selector);
    }

    static Load start(LoadOptions options, int port, FirstAsked firstAsked) throws IOException {
        Load load = new Load(options, port, firstAsked);
        load.thread.start();
        return load;
    }

    void join() throws InterruptedException {
        thread.join();
    }

    Tally http() {
        return http.tally();
    }

    Tally udp() {
        return udp.tally();
    }

    private void run() {
        try {
            connect();
            announceFor(options.warmUp());
            http.tally().reset();
            udp.tally().reset();
            firstAsked.begin(System.nanoTime());
            announceFor(options.time());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void announceFor(Duration time) throws IOException {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        Pace httpPace = new Pace(options.httpRate(), start);
        Pace udpPace = new Pace(options.udpRate(), start);
        for (long now = start; now < end; now = System.nanoTime()) {
            udp.keepConnected(now);
            for (; udpPace.isDue(now); udpPace.begin()) {
                udp.announce(udpPace.nextNanos());
            }
            for (; httpPace.isDue(now) && http.hasIdle(); httpPace.begin()) {
                http.announce(httpPace.nextNanos());
            }
            listen(1);
        }
        long graceEnd = System.nanoTime() + GRACE_NANOS;
        while (System.nanoTime() < graceEnd && http.tally().lost() + udp.tally().lost() > 0) {
            listen(10);
        }
    }

    private void connect() throws IOException {
        while (!udp.isConnected()) {
            udp.keepConnected(System.nanoTime());
            listen(10);
        }
    }

    private void listen(long millis) throws IOException {
        selector.select(millis);
        long now = System.nanoTime();
        for (SelectionKey key : selector.selectedKeys()) {
            if (key.attachment() instanceof HttpAnnounces.Connection connection) {
                connection.read(now);
            } else {
                udp.read(now);
            }
        }
        selector.selectedKeys().clear();
    }
}
