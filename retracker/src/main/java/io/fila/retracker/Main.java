package io.fila.retracker;

import io.fila.core.runtime.Clock;
import io.fila.retracker.config.RetrackerConfig;
import io.fila.retracker.outbound.HttpForwarder;
import io.fila.server.settings.ConfigException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program: a retracker that serves until it is told to stop. */
public final class Main {
    private static final Logger log = LoggerFactory.getLogger(Main.class);
    private static final int REFUSED = 1;
    private static final int MISUSED = 2;

    private Main() {}

    public static void main(String[] arguments) {
        String declared = Main.class.getPackage().getImplementationVersion();
        String version = declared == null ? "development" : declared;
        switch (CommandLine.parse(List.of(arguments), version)) {
            case CommandLine.Print print -> System.out.print(print.text());
            case CommandLine.Misuse misuse -> exit(MISUSED, misuse.sentence());
            case CommandLine.Serve serve -> serve(serve.config(), version);
        }
    }

    private static void serve(Optional<Path> file, String version) {
        HttpForwarder.JDK_PROPERTIES.forEach(System::setProperty);
        try {
            RetrackerConfig.Outcome read = RetrackerConfig.read(file, System.getenv());
            read.warnings().forEach(log::warn);
            Retracker retracker = Retracker.start(read.config(), version, steadyClock());
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                retracker.close();
                                Runtime.getRuntime().halt(0);
                            },
                            "retracker-stop"));
            int forwarders = read.config().forwarding().forwarders().size();
            System.err.println("Retracker " + version + " is ready on HTTP port " + retracker.httpPort()
                    + (retracker.udpPort() == 0 ? "" : " and UDP port " + retracker.udpPort()) + ", with " + forwarders
                    + (forwarders == 1 ? " forwarder" : " forwarders"));
        } catch (ConfigException | StartException refused) {
            exit(REFUSED, String.valueOf(refused.getMessage()));
        }
    }

    /** The time of day at the start plus the time elapsed, so setting the wall clock changes nothing. */
    private static InstantSource steadyClock() {
        Clock clock = Clock.system();
        return () -> Instant.EPOCH.plusNanos(clock.nowNanos());
    }

    private static void exit(int code, String sentence) {
        System.err.println("Error: " + sentence);
        System.exit(code);
    }
}
