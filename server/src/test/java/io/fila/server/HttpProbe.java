package io.fila.server;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A client of the HTTP port. */
final class HttpProbe implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client = HttpClient.newHttpClient();
    private final String page;
    private final String key;

    /** @param key the key it shows; empty for none */
    HttpProbe(String page, String key) {
        this.page = page;
        this.key = key;
    }

    HttpRequest.Builder request(String path) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(page + path)).timeout(PATIENCE);
        return key.isEmpty() ? request : request.header("authorization", "Bearer " + key);
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(request(path));
    }

    /** The raw answer to a call. */
    HttpResponse<String> post(String call, String json) throws IOException, InterruptedException {
        return send(request("v1/" + call)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    /** The response of a call that is carried out. */
    JsonObject call(String call, String json) throws IOException, InterruptedException {
        HttpResponse<String> answer = post(call, json);
        if (answer.statusCode() != 200) {
            throw new AssertionError(call + " got " + answer.statusCode() + " " + answer.body());
        }
        return JsonParser.parseString(answer.body()).getAsJsonObject();
    }

    HttpClient client() {
        return client;
    }

    /** Server-sent events as they come. */
    BufferedReader events(String path) throws IOException, InterruptedException {
        return new BufferedReader(new InputStreamReader(
                client.send(request(path).build(), HttpResponse.BodyHandlers.ofInputStream())
                        .body(),
                StandardCharsets.UTF_8));
    }

    /** What the next event tells. */
    static JsonObject next(BufferedReader events) throws IOException {
        for (String line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith("data: ")) {
                return JsonParser.parseString(line.substring("data: ".length())).getAsJsonObject();
            }
        }
        throw new EOFException("Expected an event but there are no more.");
    }

    @Override
    public void close() {
        // Streams that a test watched may still be open: close() alone would wait for their end, which never comes.
        client.shutdownNow();
        client.close();
    }
}
