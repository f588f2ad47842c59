package io.fila.server;

import io.fila.server.config.ConfigSources;
import io.fila.server.config.ConfigSources.Flags;
import io.fila.server.log.LogSink;
import io.fila.server.settings.ConfigException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** The program: a broker that runs until it is stopped. */
public final class Main {
    static {
        LogSink.install();
    }

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
            case CommandLine.Serve serve -> serve(serve.flags(), version);
        }
    }

    private static void serve(Flags flags, String version) {
        gatherLogs();
        try {
            ConfigSources.Outcome read = ConfigSources.read(flags, System.getenv(), Path.of(""));
            LogSink.set(read.config().log().format(), read.config().log().level());
            read.warnings().forEach(log::warn);
            FilaServer server = FilaServer.start(
                    read.config(), failure -> Runtime.getRuntime().halt(REFUSED));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server), "fila-stop"));
            String page = server.page();
            System.err.println("Fila " + version + " is ready on " + server.address() + ", data in "
                    + read.config().server().dataDirectory() + (page == null ? "" : ", page at " + page));
            stay();
        } catch (ConfigException | StartException refused) {
            exit(REFUSED, String.valueOf(refused.getMessage()));
        }
    }

    /** Keeps the process alive until it is stopped: a node that only follows has no other thread that does. */
    private static void stay() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets what libraries log through the JDK go where our own lines go. */
    static void gatherLogs() {
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
    }

    /** A signal asked for the stop. The JVM would report the signal as its exit code; a stop that went well is 0. */
    private static void stop(FilaServer server) {
        log.info("Stopping.");
        server.close();
        log.info("Stopped.");
        Runtime.getRuntime().halt(0);
    }

    private static void exit(int code, String sentence) {
        System.err.println("Error: " + sentence);
        System.exit(code);
    }
}
