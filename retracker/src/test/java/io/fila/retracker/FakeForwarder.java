package io.fila.retracker;

import io.fila.retracker.torrent.Latin1;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Another tracker on a real socket, that behaves as the test wants. */
final class FakeForwarder implements AutoCloseable {
    /** What is done about a request: an answer as it goes over the wire, or one of these. */
    static final String HANG = "hang";

    static final String CLOSE = "close";

    /**
     * A request that came.
     *
     * @param target path and query
     */
    record Request(String target, List<String> headers, long nanos) {
        Request {
            headers = List.copyOf(headers);
        }
    }

    private final ServerSocket socket = new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Function<Request, String> behaviour;

    FakeForwarder(Function<Request, String> behaviour) throws IOException {
        this.behaviour = behaviour;
        Thread.ofVirtual().start(this::accept);
    }

    static FakeForwarder hanging() throws IOException {
        return new FakeForwarder(any -> HANG);
    }

    /** One that knows nobody, and says so at once. */
    static FakeForwarder answering() throws IOException {
        return new FakeForwarder(any -> ok("d8:intervali1800e5:peers0:e"));
    }

    static String ok(String body) {
        return answer("200 OK", "", body);
    }

    /**
     * An answer over the wire.
     *
     * @param headers lines that end in a line break each
     */
    static String answer(String status, String headers, String body) {
        return "HTTP/1.1 " + status + "\r\n" + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    /** From now on it does this. */
    void let(Function<Request, String> other) {
        behaviour = other;
    }

    /** Lets time pass before an answer, unless all of it is over. */
    void pause(Duration time) {
        try {
            var _ = over.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    String origin() {
        return "http://127.0.0.1:" + socket.getLocalPort();
    }

    /** What stands in the settings about it. */
    String table() {
        return "[[forwarders]]\nuri = \"" + origin() + "/announce\"\n";
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket connection = socket.accept();
                Thread.ofVirtual().start(() -> serve(connection));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket connection) {
        try (connection;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                List<String> headers =
                        in.lines().takeWhile(header -> !header.isEmpty()).toList();
                Request request = new Request(
                        line.substring(line.indexOf(' ') + 1, line.lastIndexOf(' ')), headers, System.nanoTime());
                requests.add(request);
                String answer = behaviour.apply(request);
                if (answer.equals(HANG)) {
                    over.await();
                }
                if (answer.equals(HANG) || answer.equals(CLOSE)) {
                    return;
                }
                connection.getOutputStream().write(Latin1.bytes(answer));
            }
        } catch (IOException | UncheckedIOException gone) {
            // The other side has had enough.
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        over.countDown();
        socket.close();
    }
}
