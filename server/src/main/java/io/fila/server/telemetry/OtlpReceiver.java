package io.fila.server.telemetry;

import com.google.protobuf.MessageLite;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Whoever takes telemetry over HTTP, as protobuf. For one thread. */
final class OtlpReceiver implements AutoCloseable {
    /** How long it may take to answer; then what was sent is given up. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int SUCCESS = 2;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final String base;

    OtlpReceiver(URI endpoint) {
        String text = endpoint.toString();
        this.base = text.endsWith("/") ? text : text + "/";
    }

    /**
     * Sends something once.
     *
     * @param path under the endpoint, such as {@code v1/metrics}
     * @throws IOException if it was not taken; the message says why
     */
    void send(String path, MessageLite request) throws IOException, InterruptedException {
        HttpResponse<Void> answer = client.send(
                HttpRequest.newBuilder(URI.create(base + path))
                        .timeout(PATIENCE)
                        .header("content-type", "application/x-protobuf")
                        .POST(HttpRequest.BodyPublishers.ofByteArray(request.toByteArray()))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        if (answer.statusCode() / 100 != SUCCESS) {
            throw new IOException("it answered with status " + answer.statusCode());
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
