package io.fila.retracker.outbound;

import io.fila.retracker.torrent.PercentEncoding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** A tracker that is asked over HTTP. */
public final class HttpForwarder implements Forwarder {
    /**
     * System properties that the JDK's client reads once, before the first request: it may send a Host of our choice, and it
     * asks once. By itself it would ask again when a tracker closes the connection without an answer.
     */
    public static final Map<String, String> JDK_PROPERTIES =
            Map.of("jdk.httpclient.allowRestrictedHeaders", "host", "jdk.httpclient.redirects.retrylimit", "1");

    /** What the JDK's client says when it would have asked again. */
    private static final String WOULD_RETRY = "Too many retries";

    /** How long the JDK's client keeps a connection for the next request. */
    private static final Duration KEPT = Duration.ofSeconds(30);

    /** How often a tracker may send us to another address for one announce. */
    static final int MOST_REDIRECTS = 5;

    /** Bytes of an answer; two hundred peers in words are a fraction of it. */
    static final int BODY_BYTES = 256 * 1024;

    private static final Duration MOST_RETRY_AFTER = Duration.ofDays(1);

    /** Digits of a number that is more than anybody means. */
    private static final int LONGEST_NUMERAL = 9;

    private static final String GZIP = "gzip";
    private static final int OK = 200;
    private static final int MULTIPLE_CHOICES = 300;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final HttpClient client;
    private final URI uri;
    private final @Nullable String host;
    private final Duration timeout;
    private final InstantSource clock;

    /** Until when a connection may be kept whose other end the tracker may have closed. */
    private volatile long keptUntilMillis;

    /**
     * @param uri where it is asked, with the passkey if it wants one
     * @param host the Host header, if not the one of its address
     */
    public HttpForwarder(HttpClient client, URI uri, @Nullable String host, Duration timeout, InstantSource clock) {
        this.client = client;
        this.uri = uri;
        this.host = host;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** A client that all forwarders share. */
    public static HttpClient client(Duration timeout) {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                .build();
    }

    @Override
    public ForwarderReply ask(ForwardedAnnounce announce) throws InterruptedException {
        // The client's own timeout ends with the headers; this one includes a body that comes drop by drop.
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        try {
            URI asked = address(uri, announce);
            HttpResponse<byte[]> answer = getOnAnyConnection(asked, deadlineNanos);
            for (int followed = 0; followed < MOST_REDIRECTS; followed++) {
                URI elsewhere = redirection(asked, answer);
                if (elsewhere == null) {
                    break;
                }
                asked = elsewhere;
                answer = get(asked, null, deadlineNanos);
            }
            keptUntilMillis = clock.millis() + KEPT.toMillis();
            return read(answer);
        } catch (TimeoutException late) {
            return new ForwarderReply.Failed("It did not answer within " + timeout.toSeconds() + " s.");
        } catch (ExecutionException failure) {
            return new ForwarderReply.Failed(sentence(failure.getCause()));
        }
    }

    /** A connection that was kept may have been closed at the other end just then, which says nothing of the tracker. */
    private HttpResponse<byte[]> getOnAnyConnection(URI asked, long deadlineNanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        boolean mayBeKept = clock.millis() < keptUntilMillis;
        try {
            return get(asked, host, deadlineNanos);
        } catch (ExecutionException failure) {
            keptUntilMillis = 0;
            Throwable cause = failure.getCause();
            if (mayBeKept && cause instanceof IOException && WOULD_RETRY.equals(cause.getMessage())) {
                return get(asked, host, deadlineNanos);
            }
            throw failure;
        }
    }

    private HttpResponse<byte[]> get(URI asked, @Nullable String sentHost, long deadlineNanos)
            throws InterruptedException, ExecutionException, TimeoutException {
        HttpRequest.Builder request = HttpRequest.newBuilder(asked)
                .header("User-Agent", "fila-retracker")
                .header("Accept-Encoding", GZIP);
        if (sentHost != null) {
            request.header("Host", sentHost);
        }
        BodyHandler<byte[]> bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES);
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request.build(), bounded);
        try {
            return answer.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } finally {
            answer.cancel(true);
        }
    }

    /** Where an answer sends us; null if it does not, or to where we do not go. */
    private static @Nullable URI redirection(URI asked, HttpResponse<byte[]> answer) {
        String location = answer.headers().firstValue("Location").orElse("");
        if (!REDIRECTS.contains(answer.statusCode()) || location.isEmpty()) {
            return null;
        }
        try {
            URI elsewhere = asked.resolve(new URI(location));
            boolean secure = "https".equalsIgnoreCase(elsewhere.getScheme());
            boolean plain = "http".equalsIgnoreCase(elsewhere.getScheme());
            // A passkey that was sent under TLS is not sent without.
            boolean mayGo = secure || (plain && !"https".equalsIgnoreCase(asked.getScheme()));
            return mayGo && elsewhere.getHost() != null ? elsewhere : null;
        } catch (URISyntaxException nowhere) {
            return null;
        }
    }

    /** The address with all that is announced; what it had after a question mark stays, because that may be a passkey. */
    static URI address(URI uri, ForwardedAnnounce announce) {
        StringBuilder text = new StringBuilder(uri.toString());
        String query = uri.getRawQuery();
        text.append(query == null ? "?" : query.isEmpty() ? "" : "&")
                .append("info_hash=")
                .append(PercentEncoding.encode(announce.hash().bytes()))
                .append("&peer_id=")
                .append(PercentEncoding.encode(announce.peer().bytes()))
                .append("&port=")
                .append(announce.port())
                .append("&uploaded=")
                .append(announce.uploaded())
                .append("&downloaded=")
                .append(announce.downloaded())
                .append("&left=")
                .append(announce.left())
                .append("&compact=1&numwant=")
                .append(ForwardedAnnounce.WANTED)
                .append("&key=")
                .append(String.format(Locale.ROOT, "%08X", announce.key()));
        if (!announce.event().word().isEmpty()) {
            text.append("&event=").append(announce.event().word());
        }
        announce.announcedAddress().ifPresent(address -> text.append("&ip=").append(address.host()));
        return URI.create(text.toString());
    }

    private ForwarderReply read(HttpResponse<byte[]> answer) {
        int status = answer.statusCode();
        if (status == TOO_MANY_REQUESTS || status == UNAVAILABLE) {
            return new ForwarderReply.Busy(
                    "It answered with status " + status + ".",
                    retryAfter(answer.headers().firstValue("Retry-After").orElse("")));
        }
        if (status < OK || status >= MULTIPLE_CHOICES) {
            return new ForwarderReply.Failed("It answered with status " + status + ".");
        }
        boolean zipped = GZIP.equalsIgnoreCase(
                answer.headers().firstValue("Content-Encoding").orElse(""));
        return zipped ? readZipped(answer.body()) : AnnounceAnswerReader.read(answer.body());
    }

    private static ForwarderReply readZipped(byte[] body) {
        try (InputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(body))) {
            byte[] bytes = unzipped.readNBytes(BODY_BYTES + 1);
            return bytes.length > BODY_BYTES
                    ? new ForwarderReply.Failed("Its answer was too long.")
                    : AnnounceAnswerReader.read(bytes);
        } catch (IOException garbage) {
            return new ForwarderReply.Failed("It said gzip and sent something else.");
        }
    }

    /** Seconds, or a date; zero if it is neither. */
    private Duration retryAfter(String value) {
        Duration asked;
        try {
            asked = value.matches("[0-9]+")
                    ? seconds(value)
                    : Duration.between(
                            clock.instant(),
                            ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant());
        } catch (DateTimeException neither) {
            return Duration.ZERO;
        }
        return asked.isNegative() ? Duration.ZERO : asked.compareTo(MOST_RETRY_AFTER) > 0 ? MOST_RETRY_AFTER : asked;
    }

    private static Duration seconds(String digits) {
        return digits.length() > LONGEST_NUMERAL ? MOST_RETRY_AFTER : Duration.ofSeconds(Long.parseLong(digits));
    }

    /** Never the message of an exception alone: some repeat the address, and with it the passkey. */
    private static String sentence(@Nullable Throwable cause) {
        if (cause instanceof ConnectException refused) {
            return refused.getCause() instanceof UnresolvedAddressException || refused.getMessage() == null
                    ? "There is no host of its name, or nobody listens there."
                    : "It could not be connected to.";
        }
        return cause instanceof IOException
                ? "The connection failed, or its answer was too long."
                : "It could not be asked.";
    }
}
