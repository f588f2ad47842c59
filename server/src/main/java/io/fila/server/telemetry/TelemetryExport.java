package io.fila.server.telemetry;

import io.fila.server.config.Config;
import io.fila.server.host.BrokerListener;
import io.fila.server.log.LineLimit;
import io.fila.server.metrics.Sample;
import io.opentelemetry.proto.resource.v1.Resource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends telemetry of a broker, now and then, from a thread of its own. What a receiver does not take is not sent again: counters
 * come whole the next time, and spans are lost. If it is gone or slow, a line of the log says so once in a while, and that is all it costs.
 */
public final class TelemetryExport implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TelemetryExport.class);

    /** How long the broker may take to be looked at. */
    private static final Duration SAMPLE_PATIENCE = Duration.ofSeconds(10);

    /** How long the log is silent after it said that a receiver does not take something. */
    private static final Duration SILENCE = Duration.ofMinutes(1);

    /** How long a stop waits for what is being sent. */
    private static final Duration FAREWELL = Duration.ofMillis(300);

    /** How often spans are sent. */
    private static final Duration SPAN_PERIOD = Duration.ofSeconds(1);

    /** Spans that are sent at once. */
    private static final int SPANS_A_REQUEST = 1_000;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("fila-telemetry").factory());
    private final Config.Telemetry settings;
    private final OtlpReceiver receiver;
    private final Resource resource;
    private final SpanBuffer spans = new SpanBuffer();
    private volatile @Nullable Tracer tracer;
    private volatile @Nullable Watched watched;
    private boolean isScheduled;
    /** A broker that is told of. */
    private record Watched(BrokerInspector observatory, long startNanos) {}

    private final LineLimit<String> lines = new LineLimit<>(SILENCE, System::nanoTime);

    /** Sends nothing yet. */
    public TelemetryExport(Config.Telemetry settings) {
        this.settings = settings;
        this.receiver = new OtlpReceiver(settings.endpoint());
        this.resource = Otlp.resource(settings.serviceName());
    }

    /** Who has to listen to the next broker. */
    public List<BrokerListener> listeners() {
        if (settings.traces().isEmpty()) {
            return List.of();
        }
        Tracer listening = new Tracer(settings.traces().get(), spans);
        tracer = listening;
        return List.of(listening);
    }

    /** The broker is there; from now on it is told of, in place of the one before. One thread starts and pauses. */
    public void start(BrokerInspector observatory, long startNanos) {
        watched = new Watched(observatory, startNanos);
        Tracer listening = tracer;
        if (listening != null) {
            observatory.sampler().take(sample -> listening.learn(sample.gauges()));
        }
        if (!isScheduled) {
            isScheduled = true;
            every(settings.metricsInterval(), this::sendMetrics);
            if (listening != null) {
                every(SPAN_PERIOD, this::sendSpans);
            }
        }
    }

    /** There is no broker to tell of until the next start. */
    public void pause() {
        watched = null;
    }

    private void every(Duration period, Runnable sending) {
        long millis = period.toMillis();
        var _ = thread.scheduleWithFixedDelay(sending, millis, millis, TimeUnit.MILLISECONDS);
    }

    private void sendMetrics() {
        Watched now = watched;
        if (now != null) {
            sendMetrics(now.observatory(), now.startNanos());
        }
    }

    private void sendMetrics(BrokerInspector observatory, long startNanos) {
        try {
            CompletableFuture<Sample> sampled = new CompletableFuture<>();
            observatory.sampler().take(sampled::complete);
            Sample sample = sampled.get(SAMPLE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            OtlpMetrics metrics = new OtlpMetrics(startNanos, sample.gauges().nowNanos());
            observatory.write(sample, metrics);
            receiver.send("v1/metrics", metrics.request(resource));
        } catch (IOException | TimeoutException failed) {
            warn("metrics", sentence(failed));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException wrong) {
            fault("Metrics cannot be sent.", wrong);
        }
    }

    /** Those that wait now; if the receiver does not take some, they are lost, and the rest wait on. */
    private void sendSpans() {
        try {
            // No more than can wait: metrics go out however many spans come.
            for (int sent = 0; sent < SpanBuffer.SPANS; sent += SPANS_A_REQUEST) {
                List<Span> some = spans.take(SPANS_A_REQUEST);
                if (some.isEmpty()) {
                    break;
                }
                receiver.send("v1/traces", OtlpSpans.request(resource, some));
            }
            long lost = spans.takeLost();
            if (lost > 0) {
                warn("spans", "there were " + lost + " more than can wait");
            }
        } catch (IOException failed) {
            warn("spans", sentence(failed));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException wrong) {
            fault("Spans can't be sent.", wrong);
        }
    }

    /** A mistake of ours, which comes again each time. */
    private void fault(String sentence, Exception wrong) {
        if (lines.admit(sentence) != LineLimit.NONE) {
            log.error(sentence, wrong);
        }
    }

    private static String sentence(Exception failed) {
        return failed.getMessage() == null ? "it could not be reached" : failed.getMessage();
    }

    private void warn(String what, String why) {
        long untold = lines.admit(what);
        if (untold != LineLimit.NONE) {
            log.warn(
                    "Expected {} to accept {} but {}; the broker continues with the next.{}",
                    settings.endpoint(),
                    what,
                    why,
                    untold == 0 ? "" : " This happened " + untold + " more times since the last line.");
        }
    }

    /** What waits is sent, if there is a receiver that takes it soon. */
    @Override
    public void close() {
        if (tracer != null) {
            thread.execute(this::sendSpans);
        }
        thread.shutdown();
        try {
            if (!thread.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
        receiver.close();
    }
}
