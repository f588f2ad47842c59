package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.fila.proto.v1.FilaAdminGrpc;
import io.fila.proto.v1.FilaServiceGrpc;
import io.grpc.MethodDescriptor;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The HTTP port: calls as JSON, and who may make them. */
final class HttpTest {
    private static final Map<String, String> ON = Map.of("FILA_SERVER__HTTP_ADDR", "127.0.0.1:0");

    @TempDir
    private Path directory;

    private ServerFixture server;
    private HttpProbe http;

    @BeforeEach
    void start() throws Exception {
        server = ServerFixture.start(directory, ON);
        http = new HttpProbe(server.page(), "");
    }

    @AfterEach
    void stop() {
        http.close();
        server.close();
    }

    @Test
    void callsAreJson() throws Exception {
        http.call("FilaAdmin/CreateQueue", "{\"name\":\"orders\"}");
        String id = http.call("FilaService/Enqueue", "{\"queue\":\"orders\",\"payload\":\"" + base64("coffee") + "\"}")
                .get("message_id")
                .getAsString();

        JsonObject stats = http.call("FilaAdmin/GetStats", "{\"queue\":\"orders\"}");
        JsonObject peeked = http.call("FilaAdmin/PeekMessages", "{\"queue\":\"orders\"}");

        assertThat(stats.get("depth").getAsString()).isEqualTo("1");
        assertThat(peeked.toString()).contains(id).contains(base64("coffee"));
    }

    @Test
    void scriptIsTriedWithoutBeingAnybodys() throws Exception {
        JsonObject answer =
                tried("function on_enqueue(msg) return { fairness_key = msg.headers.tenant, weight = 3 } end");
        JsonObject endless = tried("function on_enqueue(msg) while true do end end");
        JsonObject wrong = tried("function on_enqueue(msg");

        assertThat(answer.get("fairness_key").getAsString()).isEqualTo("acme");
        assertThat(answer.get("weight").getAsString()).isEqualTo("3");
        assertThat(answer.get("nanos").getAsLong()).isPositive();
        assertThat(endless.get("failure").getAsString()).isNotEmpty();
        assertThat(wrong.get("failure").getAsString()).isNotEmpty();
        assertThat(http.post("FilaAdmin/TryScript", "{\"queue\":\"any\",\"hook\":\"on_tuesday\"}")
                        .statusCode())
                .isEqualTo(400);
    }

    private JsonObject tried(String script) throws Exception {
        JsonObject request = new JsonObject();
        request.addProperty("queue", "any");
        request.addProperty("hook", "on_enqueue");
        request.addProperty("script", script);
        JsonObject headers = new JsonObject();
        headers.addProperty("tenant", "acme");
        request.add("headers", headers);
        return http.call("FilaAdmin/TryScript", request.toString());
    }

    @Test
    void recorderIsReadPageByPage() throws Exception {
        server.createQueue("orders");
        String id = server.enqueue("orders", "one");

        JsonObject page = http.call("FilaAdmin/ReadRecorder", "{}");

        assertThat(page.get("steps").toString()).contains(id, "STEP_KIND_ACCEPTED", "orders");
        assertThat(http.post("FilaAdmin/ReadRecorder", "{\"page_token\":\"x\"}").statusCode())
                .isEqualTo(400);
    }

    @Test
    void errorsAreACodeAndASentence() throws Exception {
        HttpResponse<String> unknown = http.post("FilaAdmin/GetStats", "{\"queue\":\"nowhere\"}");
        HttpResponse<String> malformed = http.post("FilaAdmin/GetStats", "{\"queue\":");
        HttpResponse<String> strange = http.post("FilaAdmin/GetStats", "{\"quue\":\"orders\"}");

        assertThat(unknown.statusCode()).isEqualTo(404);
        JsonObject error = JsonParser.parseString(unknown.body()).getAsJsonObject();
        assertThat(error.get("code").getAsString()).isEqualTo("NOT_FOUND");
        assertThat(error.get("message").getAsString()).contains("nowhere");
        assertThat(malformed.statusCode()).isEqualTo(400);
        assertThat(malformed.body()).contains("INVALID_ARGUMENT");
        assertThat(strange.statusCode()).isEqualTo(400);
        assertThat(strange.body()).contains("quue");
    }

    @Test
    void whatIsNotThereIsSaid() throws Exception {
        assertThat(http.get("nothing").statusCode()).isEqualTo(404);
        assertThat(http.post("FilaAdmin/Nothing", "{}").statusCode()).isEqualTo(404);
        HttpResponse<String> wrongMethod = http.get("v1/FilaAdmin/ListQueues");
        assertThat(wrongMethod.statusCode()).isEqualTo(405);
        assertThat(wrongMethod.headers().firstValue("allow")).hasValue("POST");
    }

    @Test
    void anotherSitesPageIsRefused() throws Exception {
        HttpRequest.Builder form = http.request("v1/FilaAdmin/ListQueues")
                .header("content-type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        HttpRequest.Builder foreign = http.request("v1/FilaAdmin/ListQueues")
                .header("content-type", "application/json")
                .header("origin", "https://elsewhere.example")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        HttpRequest.Builder image = http.request("v1/consume?queue=orders").header("sec-fetch-site", "cross-site");

        assertThat(http.send(form).statusCode()).isEqualTo(400);
        assertThat(http.send(foreign).statusCode()).isEqualTo(403);
        assertThat(http.send(image).statusCode()).isEqualTo(403);
        assertThat(raw("GET /openapi.json HTTP/1.1\r\nHost: rebound.example\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
    }

    @Test
    void consumingIsALineAMessage() throws Exception {
        server.createQueue("orders");
        server.enqueue("orders", "one");
        server.enqueue("orders", "two");

        try (Stream<String> lines = http.client()
                .send(
                        http.request("v1/consume?queue=orders&max_messages=2").build(),
                        HttpResponse.BodyHandlers.ofLines())
                .body()) {
            List<JsonObject> messages = lines.map(
                            line -> JsonParser.parseString(line).getAsJsonObject())
                    .toList();

            assertThat(messages)
                    .extracting(message -> message.get("payload").getAsString())
                    .containsExactly(base64("one"), base64("two"));
            for (JsonObject message : messages) {
                http.call("FilaService/Ack", "{\"queue\":\"orders\",\"message_id\":" + message.get("id") + "}");
            }
        }
        assertThat(server.stats("orders").getInFlight()).isZero();
    }

    @Test
    void consumersThatLeaveAreForgotten() throws Exception {
        server.createQueue("orders");
        server.enqueue("orders", "one");

        try (InputStream lines = http.client()
                .send(http.request("v1/consume?queue=orders").build(), HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            assertThat(lines.read()).isEqualTo('{');
            assertThat(server.stats("orders").getActiveConsumers()).isEqualTo(1);
        }

        org.awaitility.Awaitility.await()
                .untilAsserted(() ->
                        assertThat(server.stats("orders").getActiveConsumers()).isZero());
    }

    @Test
    void consumingAnUnknownQueueIsAnError() throws Exception {
        HttpResponse<String> answer = http.get("v1/consume?queue=nowhere");

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("NOT_FOUND");
    }

    @Test
    void documentDescribesEveryCall() throws Exception {
        JsonObject document =
                JsonParser.parseString(http.get("openapi.json").body()).getAsJsonObject();

        JsonObject paths = document.getAsJsonObject("paths");
        for (var service : List.of(FilaServiceGrpc.getServiceDescriptor(), FilaAdminGrpc.getServiceDescriptor())) {
            for (MethodDescriptor<?, ?> method : service.getMethods()) {
                String path = "/v1/" + method.getFullMethodName().replace("fila.v1.", "");
                assertThat(paths.has(path)).as(path).isEqualTo(method.getType() == MethodDescriptor.MethodType.UNARY);
            }
        }
        JsonObject schemas = document.getAsJsonObject("components").getAsJsonObject("schemas");
        assertThat(Pattern.compile("#/components/schemas/(\\w+)")
                        .matcher(document.toString())
                        .results()
                        .map(reference -> reference.group(1)))
                .allMatch(schemas::has);
        for (Map.Entry<String, JsonElement> schema : schemas.entrySet()) {
            assertThat(schema.getValue().getAsJsonObject().get("type").getAsString())
                    .isEqualTo("object");
        }
    }

    @Test
    void requestsAreBounded() throws Exception {
        String longHeader = "x".repeat(20_000);
        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\nX: " + longHeader + "\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        String head = String.join(
                "\r\n",
                "POST /v1/FilaService/Enqueue HTTP/1.1",
                "Host: localhost",
                "Content-Type: application/json",
                "Content-Length: 100000000");
        assertThat(raw(head + "\r\n\r\n")).startsWith("HTTP/1.1 413");
    }

    @Test
    void keysAndPermissionsAreThoseOfGrpc() throws Exception {
        try (LockedBroker locked = LockedBroker.start(directory.resolve("locked"), ON);
                HttpProbe nobody = new HttpProbe(locked.server().page(), "");
                HttpProbe operator = new HttpProbe(locked.server().page(), LockedBroker.BOOTSTRAP);
                HttpProbe producer = new HttpProbe(
                        locked.server().page(),
                        locked.createKey("producer", "produce:orders").getKey())) {
            operator.call("FilaAdmin/CreateQueue", "{\"name\":\"orders\"}");

            HttpResponse<String> unknown = nobody.post("FilaAdmin/ListQueues", "{}");
            assertThat(unknown.statusCode()).isEqualTo(401);
            assertThat(unknown.headers().firstValue("www-authenticate")).hasValue("Bearer");
            assertThat(unknown.body()).contains("UNAUTHENTICATED");
            producer.call("FilaService/Enqueue", "{\"queue\":\"orders\"}");
            assertThat(producer.post("FilaAdmin/ListQueues", "{}").statusCode()).isEqualTo(403);
            assertThat(producer.get("v1/consume?queue=orders").body()).contains("consume permission");
            assertThat(operator.call("FilaAdmin/ListQueues", "{}").toString()).contains("orders");
        }
    }

    @Test
    void portThatIsTakenStopsTheStartOfABrokerThatWasToldToHaveIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            String address = "127.0.0.1:" + taken.getLocalPort();

            assertThatThrownBy(() ->
                            ServerFixture.start(directory.resolve("other"), Map.of("FILA_SERVER__HTTP_ADDR", address)))
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("server.http_addr")
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void portBeyondThisMachineNeedsAKey() {
        assertThatThrownBy(() ->
                        ServerFixture.start(directory.resolve("other"), Map.of("FILA_SERVER__HTTP_ADDR", "0.0.0.0:0")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("FILA_BOOTSTRAP_APIKEY");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** What comes back for bytes that no client of HTTP would send. */
    private String raw(String request) throws Exception {
        URI page = URI.create(server.page());
        try (Socket socket = new Socket(page.getHost(), page.getPort())) {
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
        }
    }
}
