package io.fila.retracker;

import io.fila.retracker.swarm.SwarmSnapshot;
import io.fila.retracker.swarm.Swarms;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that known peers are kept in across restarts. It is written now and then and at the end, as a whole: a crash
 * costs what was heard since, which clients say again by themselves. Without it nothing is wrong but that nobody is known.
 */
final class PeersFile implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PeersFile.class);
    private static final String NAME = "peers";

    /** How often the file is written. */
    private static final Duration PERIOD = Duration.ofMinutes(5);

    /** How long the last write may take while the program ends. */
    private static final Duration LAST_WRITING = Duration.ofSeconds(3);

    private final Path file;
    private final Swarms swarms;
    private final List<String> forwarders;
    private final InstantSource clock;
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("retracker-peers").factory());

    private boolean started;

    /**
     * @param directory where it is
     * @param forwarders the names of the forwarders by their numbers
     */
    PeersFile(Path directory, Swarms swarms, List<String> forwarders, InstantSource clock) {
        this.file = directory.resolve(NAME);
        this.swarms = swarms;
        this.forwarders = List.copyOf(forwarders);
        this.clock = clock;
    }

    /** Reads the file. */
    void read() {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            SwarmSnapshot.read(swarms, forwarders, in, clock.millis());
            log.info("{} peers are known from before.", swarms.totals().peers());
        } catch (NoSuchFileException first) {
            log.debug("No peers are known from before.");
        } catch (IOException unusable) {
            log.warn(
                    "Expected known peers in {} but could not read all of them: {} Clients that announce themselves are"
                            + " known again.",
                    file,
                    unusable.getMessage());
        }
    }

    /** Starts to write the file regularly. */
    void start() {
        started = true;
        var _ = writer.scheduleWithFixedDelay(this::write, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void write() {
        Path draft = file.resolveSibling(NAME + ".new");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
                SwarmSnapshot.write(swarms, forwarders, out, clock.millis());
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            log.warn(
                    "Expected to write known peers to {} but could not: {}; after a restart they are those written before.",
                    file,
                    failure.toString());
        }
    }

    /** Writes a last time; a program that never heard of a peer writes nothing. */
    @Override
    public void close() {
        if (started) {
            writer.execute(this::write);
        }
        writer.shutdown();
        try {
            if (!writer.awaitTermination(LAST_WRITING.toMillis(), TimeUnit.MILLISECONDS)) {
                log.warn("Known peers could not be written in time; after a restart they are those written before.");
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
