package io.fila.benchmarks.retracker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** A port that nobody listened on a moment ago. */
final class FreePort {
    private FreePort() {}

    static int number() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
