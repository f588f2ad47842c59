package io.fila.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/** The {@code fila} program. */
public final class Main {
    private static final String NETTY = "io.grpc.netty.shaded.io.netty.";

    /** Held, because a logger that nobody holds forgets its level. */
    private static final Logger GRPC = Logger.getLogger("io.grpc");

    private Main() {}

    public static void main(String[] typed) {
        startFast();
        ProcessTerminal terminal = new ProcessTerminal();
        System.exit(terminal.ended(new Shell(terminal).run(typed)));
    }

    /** A command lives for a fraction of a second: unpacking a native library or asking for flight events doesn't pay. */
    static void startFast() {
        System.setProperty(NETTY + "transport.noNative", "true");
        System.setProperty(NETTY + "jfr.enabled", "false");
        // What gRPC has to say about a connection is in the sentence that the user gets.
        GRPC.setLevel(Level.OFF);
    }
}
