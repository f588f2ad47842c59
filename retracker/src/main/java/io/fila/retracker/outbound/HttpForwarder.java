package io.fila.retracker.outbound;

import io.fila.retracker.torrent.PercentEncoding;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A tracker that is asked over HTTP. */
public final class HttpForwarder implements Forwarder {
    /** Set to {@code host} before the first request, this lets the JDK's client send a Host of our choice. */
    public static final String HOST_PROPERTY = "jdk.httpclient.allowRestrictedHeaders";

    /** Bytes of an answer; two hundred peers in words are a fraction of it. */
    static final int BODY_BYTES = 256 * 1024;

    private static final Duration MOST_RETRY_AFTER = Duration.ofDays(1);
    private static final int OK = 200;
    private static final int MULTIPLE_CHOICES = 300;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int UNAVAILABLE = 503;

    private final HttpClient client;
    private final URI uri;
    private final @Nullable String host;
    private final Duration timeout;
    private final InstantSource clock;

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
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(timeout)
                .build();
    }

    @Override
    public ForwarderReply ask(ForwardedAnnounce announce) throws InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(address(uri, announce)).header("User-Agent", "fila-retracker");
        if (host != null) {
            request.header("Host", host);
        }
        BodyHandler<byte[]> bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), BODY_BYTES);
        CompletableFuture<HttpResponse<byte[]>> answer = client.sendAsync(request.build(), bounded);
        try {
            // The client's own timeout ends with the headers; this one includes a body that comes drop by drop.
            return read(answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
            return new ForwarderReply.Failed("It did not answer within " + timeout.toSeconds() + " s.");
        } catch (ExecutionException failure) {
            return new ForwarderReply.Failed(sentence(failure.getCause()));
        } finally {
            answer.cancel(true);
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
        return AnnounceAnswerReader.read(answer.body());
    }

    /** Seconds, or a date; zero if it is neither. */
    private Duration retryAfter(String value) {
        Duration asked;
        try {
            asked = value.matches("[0-9]{1,9}")
                    ? Duration.ofSeconds(Long.parseLong(value))
                    : Duration.between(
                            clock.instant(),
                            ZonedDateTime.parse(value, DateTimeFormatter.RFC_1123_DATE_TIME)
                                    .toInstant());
        } catch (DateTimeException neither) {
            return Duration.ZERO;
        }
        return asked.isNegative() ? Duration.ZERO : asked.compareTo(MOST_RETRY_AFTER) > 0 ? MOST_RETRY_AFTER : asked;
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
