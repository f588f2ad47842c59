package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.awaitility.Awaitility.await;

import io.fila.client.Producer;
import io.fila.embedded.VirtualFila;
import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.outbound.ForwardedAnnounce;
import io.fila.retracker.outbound.Forwarder;
import io.fila.retracker.outbound.ForwarderReply;
import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.swarm.Family;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Announce;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.tracker.Reply;
import io.fila.retracker.tracker.Tracker;
import io.fila.server.settings.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** All of forwarding on a real broker in virtual time, with forwarders that say what the test wants. */
final class ForwardingRig implements AutoCloseable {
    static final Endpoint CLIENT = at("10.0.0.1", 1);
    static final Endpoint STRANGER = at("203.0.113.9", 9);
    static final Duration INTERVAL = Duration.ofMinutes(15);
    static final Duration PATIENCE = Duration.ofMinutes(2);

    private final VirtualFila fila = VirtualFila.start();
    private final Map<String, Forwarder> behaviours = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> underWay = new ConcurrentHashMap<>();
    private final Map<String, Integer> mostUnderWay = new ConcurrentHashMap<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final RetrackerConfig config;
    private Swarms swarms;
    private ForwardingService service;
    private Tracker tracker;

    /** Starts it with these lines in the settings, and forwarders of these names. */
    ForwardingRig(Path folder, String lines, String... forwarders) throws IOException, ConfigException {
        StringBuilder file = new StringBuilder(lines).append('\n');
        for (String name : forwarders) {
            file.append("[[forwarders]]\nuri = \"http://" + name + ".example/announce\"\nname = \"" + name + "\"\n");
        }
        Path written = Files.writeString(folder.resolve("retracker.toml"), file);
        config = RetrackerConfig.read(Optional.of(written), Map.of()).config();
        start();
    }

    private void start() {
        swarms = new Swarms(config.swarms());
        service = ForwardingService.start(
                config,
                swarms,
                fila.client(),
                new OwnAddresses(List.of()),
                forwarder -> announce -> ask(forwarder.name(), announce),
                new Random(1),
                this::nowMillis);
        tracker = new Tracker(swarms, service.announcements(), config.announceInterval(), config.retryPeriod());
    }

    /** Ends the program and starts it again: what is in memory is gone. */
    void restart() {
        service.close();
        start();
    }

    private ForwarderReply ask(String name, ForwardedAnnounce announce) throws InterruptedException {
        asked.add(name);
        AtomicInteger now = underWay.computeIfAbsent(name, first -> new AtomicInteger());
        mostUnderWay.merge(name, now.incrementAndGet(), Math::max);
        try {
            return behaviours
                    .getOrDefault(name, any -> new ForwarderReply.Found(List.of(STRANGER), INTERVAL, Optional.empty()))
                    .ask(announce);
        } finally {
            now.decrementAndGet();
        }
    }

    /** From now on a forwarder does this. */
    void let(String forwarder, Forwarder behaviour) {
        behaviours.put(forwarder, behaviour);
    }

    void let(String forwarder, ForwarderReply reply) {
        let(forwarder, announce -> reply);
    }

    long nowMillis() {
        return fila.now().toEpochMilli();
    }

    Reply announce(Announce announce) {
        return tracker.announce(announce, Family.ANY, nowMillis()).join();
    }

    /** A client that is known by no other torrent announces itself. */
    Reply announce(int torrent) {
        return announce(leecher(torrent, 1, CLIENT));
    }

    /** Waits until no job is with a worker. */
    void settle() {
        fila.settle();
        service.look();
    }

    /** Waits until workers have done every job that may be done now: between two of them nobody holds one. */
    void awaitWorked() {
        await().atMost(PATIENCE)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    ForwardingStats now = stats();
                    return now.pending() == now.scheduledCount();
                });
        settle();
    }

    /** Moves the clock, whatever workers do. */
    void advanceOnly(Duration time) {
        fila.advance(time);
    }

    void advance(Duration time) {
        fila.advance(time);
        settle();
    }

    /** Waits until a forwarder has been asked so often, by workers that may still be waiting for it. */
    void awaitAsked(String forwarder, int times) {
        await().atMost(PATIENCE)
                .pollInSameThread()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> asked(forwarder) >= times);
        service.look();
    }

    int asked(String forwarder) {
        return (int) asked.stream().filter(forwarder::equals).count();
    }

    int mostUnderWay(String forwarder) {
        return mostUnderWay.getOrDefault(forwarder, 0);
    }

    /** Puts a job into the queue that nobody announced. */
    void put(AnnounceJob job) {
        try (Producer producer = fila.client().producer()) {
            new BrokerJobQueue(fila.client(), producer, new Backlog(Integer.MAX_VALUE))
                    .offer(job, Lane.NORMAL)
                    .join();
        }
    }

    /** An operator says how often a second a forwarder is asked. */
    void throttle(String forwarder, int perSecond) {
        fila.client().admin().setConfig("throttle." + forwarder, perSecond + "," + perSecond);
    }

    boolean enable(String forwarder) {
        return service.enable(forwarder).join();
    }

    ForwardingStats stats() {
        service.look();
        return service.stats(nowMillis());
    }

    ForwarderStats stats(String forwarder) {
        return stats().forwarders().stream()
                .filter(each -> each.name().equals(forwarder))
                .findFirst()
                .orElseThrow();
    }

    Swarms swarms() {
        return swarms;
    }

    @Override
    public void close() {
        service.close();
        fila.close();
    }
}
