package io.fila.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.gson.JsonObject;
import io.fila.proto.v1.ConsumeResponse;
import io.fila.proto.v1.EnqueueRequest;
import io.fila.proto.v1.SetConfigRequest;
import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of a broker over HTTP: metrics for machines, events for the page. */
final class MetricsTest {
    private static final Map<String, String> ON = Map.of("FILA_SERVER__HTTP_ADDR", "127.0.0.1:0");
    private static final Path DOCUMENT = Path.of("../docs/observability.md");

    @TempDir
    private Path directory;

    private ServerFixture server;
    private HttpProbe http;

    @BeforeEach
    void start() throws Exception {
        server = ServerFixture.start(directory, ON);
        http = new HttpProbe(server.page(), "");
        server.createQueue("orders");
    }

    @AfterEach
    void stop() {
        http.close();
        server.close();
    }

    @Test
    void lifeOfAMessageIsCounted() throws Exception {
        enqueue("acme", 3);
        ConsumerProbe consumer = server.consume("orders");
        server.ack("orders", consumer.next());

        await().untilAsserted(() -> assertThat(metrics())
                .contains("fila_messages_enqueued_total{queue=\"orders\"} 3")
                .contains("fila_messages_delivered_total{queue=\"orders\"} 3")
                .contains("fila_messages_acked_total{queue=\"orders\"} 1")
                .contains("fila_queue_in_flight{queue=\"orders\"} 2")
                .contains("fila_queue_consumers{queue=\"orders\"} 1")
                .contains("fila_key_delivered_total{queue=\"orders\",fairness_key=\"acme\"} 3")
                .contains("fila_key_weight{queue=\"orders\",fairness_key=\"acme\"} 1")
                .contains("fila_turn_commands_bucket{le=\"5\"}")
                .containsPattern("fila_turn_seconds_count [1-9]")
                .contains("fila_enqueue_to_delivery_seconds_count{queue=\"orders\"} 3")
                .contains("fila_delivery_to_ack_seconds_bucket{queue=\"orders\",le=\"+Inf\"} 1")
                .contains("fila_streams{kind=\"consume\"} 1"));
    }

    @Test
    void refusalsAreCountedUnderNoNameOfTheClients() throws Exception {
        String unknown = "nobody-made-this";
        http.post("FilaService/Enqueue", "{\"queue\":\"" + unknown + "\"}");

        assertThat(metrics())
                .contains("fila_messages_refused_total{queue=\"\",code=\"NOT_FOUND\"} 1")
                .doesNotContain(unknown);
    }

    @Test
    void moreConsumersAreUsefulOnlyIfSomethingCanBeDelivered() throws Exception {
        var _ = server.admin()
                .setConfig(SetConfigRequest.newBuilder()
                        .setKey("throttle:slow:rate")
                        .setValue("0.001")
                        .build());
        server.createQueue("calls");
        for (int i = 0; i < 2; i++) {
            server.enqueue(EnqueueRequest.newBuilder()
                    .setQueue("calls")
                    .addThrottleKeys("slow")
                    .build());
        }
        assertThat(metrics()).contains("fila_useful_consumers{queue=\"calls\"} 1");
        assertThat(server.consume("calls").next().hasMessage()).isTrue();

        assertThat(metrics())
                .contains("fila_useful_consumers{queue=\"calls\"} 0")
                .contains("fila_throttle_passed_total{throttle_key=\"slow\"} 1");
    }

    @Test
    void moreConsumersAreOfNoUseToAPausedQueue() throws Exception {
        enqueue("acme", 1);
        assertThat(metrics()).contains("fila_useful_consumers{queue=\"orders\"} 1");

        http.call("FilaAdmin/PauseQueue", "{\"queue\": \"orders\"}");

        assertThat(metrics()).contains("fila_useful_consumers{queue=\"orders\"} 0");
    }

    @Test
    void failedDeliveriesAreCountedWhateverBecomesOfTheMessage() throws Exception {
        http.call(
                "FilaAdmin/CreateQueue",
                "{\"name\": \"payments\", \"config\": {\"on_failure_script\": \"function on_failure(msg)"
                        + " if msg.attempts > 1 then return { action = 'dlq' } end return { action = 'retry' } end\"}}");
        server.enqueue("payments", "x");
        ConsumerProbe consumer = server.consume("payments");
        nack(consumer.next());
        nack(consumer.next());

        await().untilAsserted(() -> assertThat(metrics())
                .contains("fila_messages_nacked_total{queue=\"payments\"} 2")
                .contains("fila_messages_retried_total{queue=\"payments\",reason=\"nacked\"} 1")
                .contains("fila_messages_dead_lettered_total{queue=\"payments\",reason=\"failed\"} 1")
                .contains("fila_messages_dead_lettered_total{queue=\"payments\",reason=\"script_failed\"} 0"));
    }

    @Test
    void theLogIsTimedAndWhatOnlyItHasIsCounted() throws Exception {
        enqueue("acme", 3);

        assertThat(metrics())
                .containsPattern("fila_journal_append_seconds_count [1-9]")
                .containsPattern("fila_journal_sync_seconds_count [1-9]")
                .containsPattern("fila_journal_unapplied_turns [1-9]")
                .containsPattern("fila_journal_unapplied_bytes [1-9]");
    }

    @Test
    void callsOfScriptsAreTimed() throws Exception {
        http.call(
                "FilaAdmin/CreateQueue",
                "{\"name\": \"scripted\", \"config\": {\"on_enqueue_script\":"
                        + " \"function on_enqueue(msg) return { fairness_key = 'a' } end\"}}");
        server.enqueue("scripted", "x");

        assertThat(metrics())
                .contains("fila_script_seconds_count{queue=\"scripted\"} 1")
                .doesNotContain("fila_script_seconds_count{queue=\"orders\"}");
    }

    @Test
    void everyMetricIsDocumentedAndNoOther() throws Exception {
        TreeSet<String> told = new TreeSet<>(Pattern.compile("# TYPE (\\w+)")
                .matcher(metrics())
                .results()
                .map(m -> m.group(1))
                .toList());
        TreeSet<String> written = new TreeSet<>(Pattern.compile("^\\| `(fila_\\w+)`", Pattern.MULTILINE)
                .matcher(Files.readString(DOCUMENT))
                .results()
                .map(m -> m.group(1))
                .toList());

        assertThat(written).isEqualTo(told);
    }

    @Test
    void rulesAndTheDashboardAskForMetricsThatThereAre() throws Exception {
        String told = metrics();
        for (String file : List.of("prometheus-rules.yml", "grafana-dashboard.json", "keda-scaledobject.yml")) {
            String text = Files.readString(Path.of("../deploy", file));
            List<String> wanted = Pattern.compile("\\bfila_\\w+")
                    .matcher(text)
                    .results()
                    .map(found -> found.group().replaceFirst("_bucket$", ""))
                    .distinct()
                    .toList();

            assertThat(wanted).as(file).isNotEmpty().allMatch(name -> told.contains("# TYPE " + name + " "));
        }
    }

    @Test
    void noMorePagesAreServedThanMayBeOpen() throws Exception {
        List<BufferedReader> open = new ArrayList<>();
        for (int page = 0; page < 32; page++) {
            BufferedReader events = http.events("v1/live");
            assertThat(HttpProbe.next(events).has("queues")).isTrue();
            open.add(events);
        }

        HttpResponse<String> refused = http.get("v1/live");

        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(refused.body()).contains("Expected at most 32 open dashboards but there are that many; close one.");
        for (BufferedReader events : open) {
            events.close();
        }
        await().untilAsserted(() -> {
            try (BufferedReader events = http.events("v1/live")) {
                assertThat(events.readLine()).isEqualTo("event: queues");
            }
        });
    }

    @Test
    void watchersAreToldOfAQueueAsItGoesOn() throws Exception {
        enqueue("acme", 2);
        enqueue("globex", 1);

        try (BufferedReader events = http.events("v1/live?queue=orders")) {
            assertThat(HttpProbe.next(events).get("depth").getAsInt()).isEqualTo(3);
            assertThat(server.consume("orders").next().hasMessage()).isTrue();
            List<String> recent = new ArrayList<>();
            JsonObject told;
            do {
                told = HttpProbe.next(events);
                told.getAsJsonArray("recent").forEach(key -> recent.add(key.getAsString()));
            } while (told.get("delivered").getAsInt() < 3 || recent.isEmpty());

            assertThat(told.get("in_flight").getAsInt()).isEqualTo(3);
            assertThat(told.getAsJsonArray("consumer_rows")).hasSize(1);
        }
    }

    @Test
    void thePageIsThere() throws Exception {
        Deque<String> wanted = new ArrayDeque<>(List.of("", "page/icon.svg", "page/page.css", "page/main.js"));
        Set<String> seen = new TreeSet<>(wanted);
        while (!wanted.isEmpty()) {
            String file = wanted.remove();
            HttpResponse<String> answer = http.get(file);
            assertThat(answer.statusCode()).as(file).isEqualTo(200);
            assertThat(answer.headers().firstValue("content-security-policy")).isPresent();
            for (String other : imports(file, answer.body())) {
                if (seen.add(other)) {
                    wanted.add(other);
                }
            }
        }
        assertThat(seen).contains("page/lit/lit-html.js", "page/queue.js");
    }

    @Test
    void onlyWhoMaySeeAllQueuesSeesThem() throws Exception {
        try (LockedBroker locked = LockedBroker.start(directory.resolve("locked"), ON);
                HttpProbe nobody = new HttpProbe(locked.server().page(), "");
                HttpProbe operator = new HttpProbe(locked.server().page(), LockedBroker.BOOTSTRAP);
                HttpProbe producer = new HttpProbe(
                        locked.server().page(),
                        locked.createKey("producer", "produce:*").getKey())) {
            for (String path : List.of("metrics", "v1/live")) {
                assertThat(nobody.get(path).statusCode()).isEqualTo(401);
                assertThat(producer.get(path).statusCode()).isEqualTo(403);
            }
            assertThat(operator.get("metrics").statusCode()).isEqualTo(200);
            assertThat(nobody.get("v1/access").body()).isEqualTo("{\"key_needed\":true}");
            try (BufferedReader events = operator.events("v1/live")) {
                assertThat(HttpProbe.next(events).has("queues")).isTrue();
            }
        }
    }

    /** What a script needs beside itself. */
    private static List<String> imports(String file, String script) {
        return Pattern.compile("from ?\"([./][^\"]+)\"")
                .matcher(file.endsWith(".js") ? script : "")
                .results()
                .map(found -> URI.create(file).resolve(found.group(1)).toString())
                .toList();
    }

    private void nack(ConsumeResponse delivery) throws Exception {
        String id = delivery.getMessage().getId();
        http.call(
                "FilaService/Nack",
                "{\"queue\": \"payments\", \"message_id\": \"" + id + "\", \"error\": \"declined\"}");
    }

    private void enqueue(String key, int times) {
        for (int i = 0; i < times; i++) {
            server.enqueue(EnqueueRequest.newBuilder()
                    .setQueue("orders")
                    .setFairnessKey(key)
                    .build());
        }
    }

    private String metrics() throws Exception {
        HttpResponse<String> answer = http.get("metrics");
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }
}
