package io.fila.server.grpc.message;

import io.fila.core.reply.Refusal;
import io.fila.server.access.Access;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends streams whose key was revoked, has expired, or lost the permission. */
public final class StreamWatch {
    private static final Logger log = LoggerFactory.getLogger(StreamWatch.class);

    /** How often all open streams are looked at; none goes on for longer without its permission. */
    private static final Duration PERIOD = Duration.ofMillis(250);

    /** A stream that somebody opened. */
    public interface Watched {
        /** Why the stream has to end, or null if it may go on. */
        @Nullable Refusal objection(long nowMillis);

        /** Ends the stream now, whether or not the client reads. */
        void expel(Refusal why);
    }

    private final Access access;
    private final List<Supplier<? extends Iterable<? extends Watched>>> streams;

    public StreamWatch(Access access, List<Supplier<? extends Iterable<? extends Watched>>> streams) {
        this.access = access;
        this.streams = List.copyOf(streams);
    }

    public void start(ScheduledExecutorService clock) {
        var _ = clock.scheduleWithFixedDelay(this::look, PERIOD.toMillis(), PERIOD.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void look() {
        long now = access.nowMillis();
        for (Supplier<? extends Iterable<? extends Watched>> open : streams) {
            for (Watched stream : open.get()) {
                try {
                    Refusal why = stream.objection(now);
                    if (why != null) {
                        stream.expel(why);
                    }
                } catch (RuntimeException failure) {
                    log.warn("A stream could not be ended.", failure);
                }
            }
        }
    }
}
