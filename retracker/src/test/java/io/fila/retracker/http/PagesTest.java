package io.fila.retracker.http;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.hash;
import static io.fila.retracker.torrent.Torrents.peer;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.bencode.BencodeReader;
import io.fila.retracker.bencode.Bencoded;
import io.fila.retracker.bencode.Bencoded.Dictionary;
import io.fila.retracker.bencode.Bencoded.Sequence;
import io.fila.retracker.bencode.Bencoded.Text;
import io.fila.retracker.bencode.Bencoded.Whole;
import io.fila.retracker.metrics.Metrics;
import io.fila.retracker.net.AddressRange;
import io.fila.retracker.stats.ForwarderStats;
import io.fila.retracker.stats.ForwardingStats;
import io.fila.retracker.stats.ScheduledStats;
import io.fila.retracker.stats.Stats;
import io.fila.retracker.swarm.SwarmLimits;
import io.fila.retracker.swarm.Swarms;
import io.fila.retracker.torrent.Endpoint;
import io.fila.retracker.torrent.Latin1;
import io.fila.retracker.torrent.PercentEncoding;
import io.fila.retracker.tracker.Announcements;
import io.fila.retracker.tracker.Tracker;
import io.fila.retracker.tracker.Verdict;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PagesTest {
    private static final Endpoint A = at("10.0.0.1", 0);
    private static final Endpoint B = at("10.0.0.2", 0);
    private static final Endpoint SIX = at("2001:db8::6", 0);

    private final Metrics metrics = new Metrics();
    private final Set<ForwarderControls.Order> ordered = new HashSet<>();
    private CompletableFuture<Verdict> verdict = Verdict.WELCOME;
    private final Pages pages = pages((announcement, nowMillis) -> verdict);

    @Test
    void compactPeersAreSixBytesEachAndIpv6OnesHaveTheirOwnKey() {
        announce(A, 1, "&port=6881&left=0");
        assertThat(announce(B, 2, "&port=6882&left=5").entries().keySet())
                .as("no peers6 when there are none")
                .containsExactly("complete", "incomplete", "interval", "min interval", "peers", "tracker id");
        announce(SIX, 3, "&port=1");

        Dictionary answer = announce(B, 2, "&port=6882&left=5&compact=1");

        assertThat(answer.text("peers")).isEqualTo("\n\u0000\u0000\u0001\u001a\u00e1");
        assertThat(answer.text("peers6")).hasSize(18).endsWith("\u0006\u0000\u0001");
        assertThat(answer.whole("complete", -1)).isEqualTo(1);
        assertThat(answer.whole("incomplete", -1)).isEqualTo(2);
        assertThat(answer.whole("interval", -1)).isEqualTo(1_800);
        assertThat(answer.text("tracker id")).isEqualTo("us");
    }

    @Test
    void peersInWordsHaveAnIdUnlessItIsNotWanted() {
        announce(SIX, 1, "&port=6881");

        assertThat(announce(A, 2, "&port=1&compact=0").entries().get("peers"))
                .isEqualTo(new Sequence(List.of(dictionary(Map.of(
                        "ip",
                        new Text("2001:db8:0:0:0:0:0:6"),
                        "peer id",
                        new Text(Latin1.text(peer(1).bytes())),
                        "port",
                        new Whole(6881))))));
        assertThat(announce(B, 2, "&port=1&compact=0&no_peer_id=1").entries().get("peers"))
                .isInstanceOfSatisfying(
                        Sequence.class,
                        peers -> assertThat(peers.items())
                                .allSatisfy(each -> assertThat(((Dictionary) each).entries())
                                        .containsOnlyKeys("ip", "port")));
    }

    @Test
    void byte0x20InHashAndPeerIdIsTheSameHoweverItIsWritten() {
        announce(A, 1, "&port=1");
        String raw = Latin1.text(hash(1).bytes());
        assertThat(raw).startsWith(" \u0000+%");

        Dictionary answer = announce("info_hash=" + raw.replace("%", "%25") + "&peer_id=" + encoded(2) + "&port=2", B);

        assertThat(answer.text("peers")).hasSize(6);
    }

    @Test
    void numwantIsFiftyUnlessSaidAndTwoHundredAtMost() {
        for (int i = 1; i <= 300; i++) {
            announce(A, i, "&port=" + i);
        }

        assertThat(announce(B, 999, "&port=1").text("peers")).hasSize(50 * 6);
        assertThat(announce(B, 999, "&port=1&numwant=-1").text("peers")).hasSize(50 * 6);
        assertThat(announce(B, 999, "&port=1&numwant=7").text("peers")).hasSize(7 * 6);
        assertThat(announce(B, 999, "&port=1&numwant=0").text("peers")).isEmpty();
        assertThat(announce(B, 999, "&port=1&numwant=99999999999999999999").text("peers"))
                .hasSize(200 * 6);
    }

    @Test
    void eventsChangeWhoIsThere() {
        announce(A, 1, "&port=1&left=9&event=started");
        assertThat(announce(A, 1, "&port=1&left=0&event=completed").whole("complete", -1))
                .isEqualTo(1);
        assertThat(announce(A, 1, "&port=1&left=0&event=paused").whole("complete", -1))
                .as("an event we do not know changes nothing")
                .isEqualTo(1);
        assertThat(announce(A, 1, "&port=1&left=0&event=stopped").whole("complete", -1))
                .isEqualTo(0);
    }

    @Test
    void clientThatIsTurnedAwayLearnsWhenToComeBackInEveryWayThereIs() {
        verdict = CompletableFuture.completedFuture(new Verdict.Refused("Too many at once.", 300));

        Dictionary answer = announce(A, 1, "&port=1");

        assertThat(answer)
                .isEqualTo(dictionary(Map.of(
                        "failure reason",
                        new Text("Too many at once."),
                        "interval",
                        new Whole(300),
                        "min interval",
                        new Whole(300),
                        "retry in",
                        new Whole(5))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "info_hash=short&peer_id=aaaaaaaaaaaaaaaaaaaa&port=1",
                "peer_id=aaaaaaaaaaaaaaaaaaaa&port=1",
                "info_hash=aaaaaaaaaaaaaaaaaaaa&port=1",
                "info_hash=aaaaaaaaaaaaaaaaaaaa&peer_id=aaaaaaaaaaaaaaaaaaaa",
                "info_hash=aaaaaaaaaaaaaaaaaaaa&peer_id=aaaaaaaaaaaaaaaaaaaa&port=65536",
                "info_hash=aaaaaaaaaaaaaaaaaaaa&peer_id=aaaaaaaaaaaaaaaaaaaa&port=-1",
                "info_hash=aaaaaaaaaaaaaaaaaaaa&peer_id=aaaaaaaaaaaaaaaaaaaa&port=0x10",
                "info_hash=aaaaaaaaaaaaaaaaaaaa&peer_id=aaaaaaaaaaaaaaaaaaaa&port=1&left=many",
                "info_hash=aaaaaaaaaaaaaaaaaa%zz&peer_id=aaaaaaaaaaaaaaaaaaaa&port=1",
                "info_hash=aaaaaaaaaaaaaaaaaaaa%&peer_id=aaaaaaaaaaaaaaaaaaaa&port=1",
                "info_hashaaaaaaaaaaaaaaaaaaaa&&&===&"
            })
    void nonsenseGetsASentence(String query) {
        assertThat(announce(query, A).text("failure reason")).startsWith("Expected");
        assertThat(metrics.counted()).containsEntry("http_malformed", 1L);
    }

    @Test
    void sentenceNamesTheParameterThatIsTooShort() {
        assertThat(announce("info_hash=short&peer_id=aaaaaaaaaaaaaaaaaaaa&port=1", A)
                        .text("failure reason"))
                .isEqualTo("Expected an info_hash of 20 bytes but got 5.");
    }

    @Test
    void scrapeTellsOfEveryHashItIsAskedAboutOnce() {
        announce(A, 1, "&port=1&left=0&event=completed");
        announce(B, 2, "&port=2");
        String one = Latin1.text(hash(1).bytes());
        String two = Latin1.text(hash(2).bytes());
        String query = "info_hash=" + PercentEncoding.encode(hash(2).bytes()) + "&info_hash="
                + PercentEncoding.encode(hash(1).bytes()) + "&info_hash="
                + PercentEncoding.encode(hash(1).bytes());

        assertThat(bencoded(visit("/scrape", query, A)))
                .isEqualTo(dictionary(Map.of(
                        "files",
                        dictionary(Map.of(
                                one,
                                dictionary(Map.of(
                                        "complete",
                                        new Whole(1),
                                        "downloaded",
                                        new Whole(1),
                                        "incomplete",
                                        new Whole(1))),
                                two,
                                dictionary(Map.of(
                                        "complete",
                                        new Whole(0),
                                        "downloaded",
                                        new Whole(0),
                                        "incomplete",
                                        new Whole(0))))))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "info_hash=abc", "info_hash=%"})
    void nonsenseScrapeGetsASentence(String query) {
        assertThat(bencoded(visit("/scrape", query, A)).text("failure reason")).startsWith("Expected");
        assertThat(metrics.counted()).containsEntry("http_malformed", 1L);
    }

    @Test
    void fuzzedQueriesGetAnAnswerAndNothingElse() {
        String good = query(1, 1) + "&port=6881&left=0&event=started&numwant=50&key=ABCDEF01&compact=1";
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            StringBuilder query = new StringBuilder(good);
            for (int changes = 1 + random.nextInt(5); changes > 0; changes--) {
                int at = random.nextInt(query.length());
                query.setCharAt(
                        at, random.nextBoolean() ? (char) random.nextInt(256) : "%&=+".charAt(random.nextInt(4)));
            }
            Dictionary answer = announce(query.toString(), A);
            assertThat(answer.entries().containsKey("peers") || answer.entries().containsKey("failure reason"))
                    .as("seed " + seed)
                    .isTrue();
        }
    }

    @Test
    void pagesForPeopleAndProgramsShowTheSameAndNoMarkupOfStrangers() {
        announce(A, 1, "&port=1&left=0");

        String html = text(visit("/stats", "", A));
        String json = text(visit("/stats", "format=json", A));

        assertThat(html)
                .contains(
                        "<h1>Retracker 1.2.3</h1>",
                        "&lt;b&gt;",
                        "http announces",
                        "<meta http-equiv=\"refresh\"",
                        "class=\"state suspended\"",
                        "style=\"width:12.5%\"",
                        "12.5 %",
                        "0 min 59 s",
                        "suspended for 1 min 1 s",
                        "70 ms")
                .doesNotContain("<b>");
        assertThat(json)
                .contains(
                        "\"version\":\"1.2.3\"",
                        "\"http_announces\":1",
                        "\"queue_fill_percent\":12.5",
                        "\"time_to_exec_ms\":59000",
                        "\"peer\":\"cd\"",
                        "\"jobs_not_made\":{\"twin\":9}",
                        "\"suspended_ms\":61000",
                        "\"waiting\":7",
                        "\"in_flight\":2",
                        "\"latency_ms\":70",
                        "\"last_failure\":\"<b>\\u0022\\u00fc\"");
    }

    @Test
    void metricsAreTextForPrometheus() {
        announce(A, 1, "&port=1");
        announce("", A);

        assertThat(text(visit("/metrics", "", A)))
                .contains(
                        "# TYPE retracker_http_announces_total counter\nretracker_http_announces_total 1\n",
                        "retracker_http_malformed_total 1\n");
    }

    @Test
    void faviconIsThereAndOtherPathsAreNot() {
        assertThat(visit("/favicon.ico", "", A)).satisfies(body -> {
            assertThat(body.status()).isEqualTo(200);
            assertThat(body.contentType()).isEqualTo("image/x-icon");
            assertThat(body.bytes()).startsWith(0, 0, 1, 0, 1, 0);
        });
        assertThat(visit("/", "", A).status()).isEqualTo(404);
    }

    @Test
    void operatorLetsAForwarderBeAskedAgain() {
        Body body = post("/forwarders/enable", "name=f%C3%BCnf", A, false);

        assertThat(body.status()).isEqualTo(200);
        assertThat(ordered).containsExactly(new ForwarderControls.Enable());
    }

    @Test
    void nobodyElseDoes() {
        assertThat(post("/forwarders/enable", "name=f%C3%BCnf", B, false).status())
                .as("from another address")
                .isEqualTo(403);
        assertThat(post("/forwarders/enable", "name=f%C3%BCnf", A, true).status())
                .as("through a proxy that runs where operators are")
                .isEqualTo(403);
        assertThat(visit("/forwarders/enable", "name=f%C3%BCnf", A).status())
                .as("a page that only shows")
                .isEqualTo(405);
        assertThat(post("/forwarders/enable", "name=none", A, false).status()).isEqualTo(404);
        assertThat(post("/forwarders/enable", "", A, false).status()).isEqualTo(400);
        assertThat(post("/announce", "", A, false).status()).isEqualTo(405);
        assertThat(post("/nowhere", "", A, false).status()).isEqualTo(404);
        assertThat(ordered).isEmpty();
    }

    private Body post(String path, String query, Endpoint client, boolean isProxied) {
        return pages.visit(new Visit(Visit.Method.POST, path, query, client, false, isProxied), 0)
                .join();
    }

    @Test
    void addressInTheQueryCountsOnlyThroughATrustedProxy() {
        announce(A, 1, "&port=1&ip=192.0.2.7");
        assertThat(announce(B, 2, "&port=2").text("peers")).startsWith("\n\u0000\u0000\u0001");

        String query = query(2, 1) + "&port=1&ip=192.0.2.7";
        pages.visit(new Visit(Visit.Method.GET, "/announce", query, A, true, true), 0)
                .join();
        assertThat(announce(query(2, 2) + "&port=2", B).text("peers")).startsWith("\u00c0\u0000\u0002\u0007");
    }

    private Dictionary announce(Endpoint client, int peer, String more) {
        return announce(query(1, peer) + more, client);
    }

    private Dictionary announce(String query, Endpoint client) {
        return bencoded(visit("/announce", query, client));
    }

    private Body visit(String path, String query, Endpoint client) {
        return pages.visit(Visit.get(path, query, client), 0).join();
    }

    private static String query(int hash, int peer) {
        return "info_hash=" + PercentEncoding.encode(hash(hash).bytes()) + "&peer_id=" + encoded(peer);
    }

    private static String encoded(int peer) {
        return PercentEncoding.encode(peer(peer).bytes());
    }

    private static Dictionary bencoded(Body body) {
        assertThat(body.status()).isEqualTo(200);
        return (Dictionary) BencodeReader.read(body.bytes());
    }

    private static Dictionary dictionary(Map<String, Bencoded> entries) {
        return new Dictionary(new TreeMap<>(entries));
    }

    @Test
    void operatorSuspendsForSecondsThatMakeSense() {
        assertThat(post("/forwarders/suspend", "name=f%C3%BCnf&seconds=90", A, false)
                        .status())
                .isEqualTo(200);
        assertThat(ordered).containsExactly(new ForwarderControls.Suspend(Duration.ofSeconds(90)));
        assertThat(post("/forwarders/suspend", "name=f%C3%BCnf&seconds=86401", A, false)
                        .status())
                .isEqualTo(400);
        assertThat(post("/forwarders/disable", "name=none", A, false).status()).isEqualTo(404);
    }

    private static String text(Body body) {
        return new String(body.bytes(), StandardCharsets.UTF_8);
    }

    private Pages pages(Announcements announcements) {
        Swarms swarms = new Swarms(new SwarmLimits(Duration.ofHours(3), 10_000, 10_000, 1_000, 100));
        Tracker tracker = new Tracker(swarms, announcements, Duration.ofMinutes(30), Duration.ofMinutes(5));
        ForwardingStats forwarding = new ForwardingStats(
                125,
                1_000,
                10,
                20,
                130,
                1,
                2,
                3,
                Map.of("twin", 9L),
                List.of(new ScheduledStats("ab", "cd", "one", 59_000)),
                List.of(new ForwarderStats("one", "suspended", 4, 5, 6, "<b>\"ü", 61_000, 7, 2, 70, 11, 770)));
        return new Pages(
                tracker,
                "us",
                metrics,
                nowMillis -> new Stats("1.2.3", Duration.ofHours(2), 1, 1, 1, 0, metrics.counted(), forwarding),
                List.of(Objects.requireNonNull(AddressRange.parse("10.0.0.1"))),
                (name, order) -> CompletableFuture.completedFuture(name.equals("fünf") && ordered.add(order)));
    }
}
