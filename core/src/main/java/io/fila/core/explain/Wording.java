package io.fila.core.explain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Puts an explanation into words: a sentence, and the change that would release the message. */
public final class Wording {
    private static final long NEVER = Long.MAX_VALUE;

    private final Explanation explanation;
    private final DeliveryRate rate;

    public Wording(Explanation explanation) {
        this(explanation, DeliveryRate.UNKNOWN);
    }

    /** @param rate how fast its queue goes on, if that is known */
    public Wording(Explanation explanation, DeliveryRate rate) {
        this.explanation = explanation;
        this.rate = rate;
    }

    /** Where it stands and why. */
    public String sentence() {
        return switch (explanation.standing()) {
            case Standing.Ready ready -> ready(ready);
            case Standing.Scheduled at ->
                subject() + " is scheduled: it joins the line " + in(at.untilNanos())
                        + (at.attempts() > 0 ? ", after " + count(at.attempts(), "failed attempt") : "") + ".";
            case Standing.InFlight at ->
                subject() + " is in flight: "
                        + (at.consumer() == null
                                ? "a consumer has had it since before the broker started"
                                : "consumer " + at.consumer().value() + " has had it for "
                                        + span(explanation.nowNanos() - at.sinceNanos()))
                        + ", and its lease ends " + in(at.untilNanos()) + ".";
            case Standing.NothingReady none ->
                "Nothing" + (explanation.fairnessKey().isEmpty() ? "" : " of " + key()) + " is waiting: "
                        + count(none.inFlight(), "message") + " in flight, " + count(none.scheduled(), "message")
                        + (explanation.fairnessKey().isEmpty() ? "" : " of the queue") + " scheduled.";
            case Standing.Gone gone -> subject() + " is gone: " + how(gone) + " " + ago(gone.atNanos()) + ".";
            case Standing.NotInMemory absent ->
                subject() + " is not in the part of the queue that is in memory: it is gone, or far back.";
        };
    }

    private String ready(Standing.Ready at) {
        StringBuilder text = new StringBuilder(subject());
        if (at.deadLetter() != null) {
            text.append(" is a dead letter (").append(at.deadLetter().reason()).append(") and");
        }
        if (at.before() > 0) {
            text.append(" stands behind ")
                    .append(count(at.before(), "message"))
                    .append(" of its own key, and the first of them");
        }
        if (at.barriers().isEmpty()) {
            text.append(" goes as soon as its turn comes");
        } else {
            text.append(" waits: ")
                    .append(at.barriers().stream().map(this::reason).collect(Collectors.joining("; ")));
        }
        if (at.othersAhead() > 0) {
            text.append("; about ").append(count(at.othersAhead(), "message")).append(" of other keys go before it");
        }
        text.append('.');
        ExpectedWait.nanos(at, rate, explanation.nowNanos())
                .ifPresent(wait -> text.append(" At the current rate it goes in about ")
                        .append(span(wait))
                        .append('.'));
        return text.toString();
    }

    /** What would have to change for it to go as soon as its turn comes; empty if nothing can, or need. */
    public String change() {
        if (!(explanation.standing() instanceof Standing.Ready ready)) {
            return "";
        }
        String when = ready.isNext() ? "now" : "as soon as its turn comes";
        if (ready.sufficientRate().isPresent()) {
            return changeOfRate(ready.sufficientRate().getAsLong(), when, (Barrier.Throttle)
                    ready.barriers().getFirst());
        }
        List<String> changes = new ArrayList<>();
        ready.barriers().forEach(barrier -> changes.add(change(barrier)));
        changes.removeIf(String::isEmpty);
        return changes.isEmpty() ? "" : "It would go " + when + " if " + String.join(", and ", changes) + ".";
    }

    private static String changeOfRate(long perSecond, String otherwise, Barrier.Throttle at) {
        return "It would go within about a second if throttle key \"" + at.key() + "\" were " + perSecond
                + "/s instead of " + number(at.perSecond()) + "/s, and " + otherwise
                + " if no rate were set for that key.";
    }

    private String reason(Barrier barrier) {
        return switch (barrier) {
            case Barrier.QueuePaused paused -> "the queue " + paused(paused.sinceNanos());
            case Barrier.NoConsumer none -> "no consumer is connected";
            case Barrier.ConsumersFull full -> consumersFull(full);
            case Barrier.QueueLimit limit ->
                inFlight(limit.inFlight()) + " in the queue, " + atLimit("its limit", limit.inFlight(), limit.limit())
                        + heldBy(limit.holders());
            case Barrier.KeyPaused paused -> key() + " " + paused(paused.sinceNanos());
            case Barrier.KeyLimit limit ->
                inFlight(limit.inFlight()) + " for " + key() + ", "
                        + atLimit("the limit of a key", limit.inFlight(), limit.limit()) + heldBy(limit.holders());
            case Barrier.OnDisk onDisk ->
                onDisk.beingRead() ? "it is being read from disk" : "it is on disk and has to be read first";
            case Barrier.Throttle throttle -> throttled(throttle);
        };
    }

    private static String inFlight(long messages) {
        return count(messages, "message") + (messages == 1 ? " is" : " are") + " in flight";
    }

    /** A limit that was lowered takes nothing away from consumers. */
    private static String atLimit(String what, long inFlight, long limit) {
        return inFlight > limit ? "and " + what + " is " + limit : "which is " + what;
    }

    private static String heldBy(List<Holder> holders) {
        return holders.isEmpty()
                ? ""
                : holders.stream()
                        .map(holder -> (holder.consumer() == 0
                                        ? "whoever got them before the broker started"
                                        : "consumer " + holder.consumer())
                                + " has " + holder.messages())
                        .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String consumersFull(Barrier.ConsumersFull at) {
        int idle = at.consumers() - at.full();
        if (at.consumers() == 1) {
            return "the one consumer that is connected "
                    + (idle == 1
                            ? "has not asked for more"
                            : "holds " + count(at.held(), "message") + ", as many as it may");
        }
        String connected = at.consumers() + " consumers are connected";
        String full = " hold as many messages as they may (" + at.held() + " together)";
        if (idle == 0) {
            return connected + ", and all" + full;
        }
        return at.full() == 0
                ? connected + ", and none has asked for more"
                : connected + ": " + at.full() + full + ", " + idle + " did not ask for more";
    }

    private String paused(long sinceNanos) {
        return sinceNanos == 0 ? "is paused, since before the broker started" : "was paused " + ago(sinceNanos);
    }

    private static String how(Standing.Gone gone) {
        return switch (gone.how()) {
            case ACKED -> "its consumer acked it";
            case CANCELLED -> "its producer cancelled it";
            case PURGED -> "it was purged";
            case EXPIRED -> "it expired";
            case CROWDED_OUT -> "it was the oldest of a full queue and made room";
            case QUARANTINED -> "its stored bytes are damaged (" + gone.reason() + ") and it was set aside";
            case DEAD_LETTERED -> "it became a dead letter (" + gone.reason() + ") in queue " + gone.target();
            case REDRIVEN -> "it went back to queue " + gone.target();
            case MOVED -> "it was moved to queue " + gone.target();
            default -> throw new IllegalStateException("Expected a step that leads out of a queue but found " + gone);
        };
    }

    private String throttled(Barrier.Throttle at) {
        String cause = at.held()
                ? "throttle key \"" + at.key() + "\" is on hold, at a consumer's request"
                : String.format(
                        Locale.ROOT,
                        "throttle key \"%s\" has %.2f of %s tokens and gets %s a second",
                        at.key(),
                        at.tokens(),
                        number(at.burst()),
                        number(at.perSecond()));
        String next = at.opensAtNanos() == NEVER
                ? ", so no token will come"
                : ", the next one comes " + in(at.opensAtNanos());
        String line = at.before() == 0
                ? ""
                : ", " + (at.before() >= Barrier.MOST_COUNTED ? "at least " : "") + at.before()
                        + (at.before() == 1 ? " waits" : " wait") + " there before it" + keys(at.keysBefore());
        return cause + (at.held() ? ": it opens again " + in(at.opensAtNanos()) : next) + line;
    }

    private static String keys(List<String> keys) {
        return keys.isEmpty()
                ? ""
                : keys.stream().map(key -> "\"" + key + "\"").collect(Collectors.joining(", ", " (", ")"));
    }

    private String change(Barrier barrier) {
        return switch (barrier) {
            case Barrier.QueuePaused paused -> "the queue were resumed";
            case Barrier.NoConsumer none -> "a consumer connected";
            case Barrier.ConsumersFull full -> changeOfConsumers(full);
            case Barrier.QueueLimit limit -> "max_in_flight were above " + limit.inFlight();
            case Barrier.KeyPaused paused -> key() + " were resumed";
            case Barrier.KeyLimit limit -> "max_in_flight_per_key were above " + limit.inFlight();
            case Barrier.OnDisk onDisk -> "";
            case Barrier.Throttle throttle ->
                throttle.held()
                        ? "the hold on throttle key \"" + throttle.key() + "\" were over"
                        : "throttle key \"" + throttle.key()
                                + "\" had a token for it, or no rate were set for that key";
        };
    }

    private static String changeOfConsumers(Barrier.ConsumersFull at) {
        if (at.full() == at.consumers()) {
            return at.eager() > 0
                    ? "a consumer settled what it holds or another one connected"
                    : "a consumer settled what it holds and asked for more, or another one connected";
        }
        return at.eager() > 0
                ? "a consumer settled what it holds, asked for more, or another one connected"
                : "a consumer asked for more or another one connected";
    }

    private String subject() {
        String key = explanation.fairnessKey().isEmpty() ? "" : " of " + key();
        return explanation.id() == null ? "The next message" + key : "Message " + explanation.id() + key;
    }

    private String key() {
        return "key \"" + explanation.fairnessKey() + "\"";
    }

    private String in(long momentNanos) {
        long left = momentNanos - explanation.nowNanos();
        return left <= 0 ? "at once" : "in " + span(left);
    }

    private String ago(long momentNanos) {
        return span(explanation.nowNanos() - momentNanos) + " ago";
    }

    static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String number(double value) {
        return value == Math.rint(value) && value < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.3f", value);
    }

    /** A span as people say it, coarser the longer it is. */
    static String span(long nanos) {
        Duration span = Duration.ofNanos(Math.max(0, nanos));
        if (span.toHours() > 0) {
            return span.toHours() + " h " + span.toMinutesPart() + " min";
        }
        if (span.toMinutes() > 0) {
            return span.toMinutes() + " min " + span.toSecondsPart() + " s";
        }
        return span.toSeconds() > 9
                ? span.toSeconds() + " s"
                : String.format(
                        Locale.ROOT,
                        span.toSeconds() > 0 ? "%.1f s" : "%.0f ms",
                        span.toSeconds() > 0 ? nanos / 1e9 : nanos / 1e6);
    }
}
