package io.fila.e2e.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A port nobody listens on. Taken from below the range of outgoing connections: while the broker is down, a client that
 * keeps connecting could otherwise be given the broker's own port and talk to itself.
 */
public final class FreePort {
    private static final int FIRST = 18_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 1_000;

    private FreePort() {}

    public static int any() {
        for (int i = 0; i < ATTEMPTS; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("Expected a free port from " + FIRST + " to " + LAST + " but found none.");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
