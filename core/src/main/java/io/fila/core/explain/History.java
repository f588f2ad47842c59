package io.fila.core.explain;

import io.fila.core.history.RecordedStep;
import io.fila.core.history.StepKind;
import io.fila.core.queue.QueueId;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a flight recorder knows of one message.
 *
 * @param steps in order
 */
public record History(List<RecordedStep> steps) {
    private static final int CONSUMERS_NAMED = 5;

    public History {
        steps = List.copyOf(steps);
    }

    /**
     * How the message left some queues for good; null if it did not, or nothing is known of it there.
     *
     * @param queues a queue and its dead letter queue
     * @param names how queues are called by their numbers
     */
    public Standing.@Nullable Gone departure(Set<QueueId> queues, LongFunction<String> names) {
        RecordedStep last = null;
        for (RecordedStep step : steps) {
            boolean leaves = queues.contains(new QueueId(step.queue()));
            boolean comes = step.target() != 0 && queues.contains(new QueueId(step.target()));
            if (comes) {
                last = null;
            } else if (leaves) {
                last = step.kind().isDeparture() || step.kind().isTransfer() ? step : null;
            }
        }
        return last == null
                ? null
                : new Standing.Gone(
                        last.kind(),
                        last.atNanos(),
                        last.target() == 0 ? "" : names.apply(last.target()),
                        last.detail());
    }

    /** How often it was delivered and to whom, in a sentence; empty if it was not. */
    public String sentence(long nowNanos) {
        List<RecordedStep> deliveries =
                steps.stream().filter(step -> step.kind() == StepKind.LEASED).toList();
        if (deliveries.isEmpty()) {
            return "";
        }
        RecordedStep last = deliveries.getLast();
        String ago = Wording.span(nowNanos - last.atNanos()) + " ago";
        String text = deliveries.size() == 1
                ? "It was delivered once, to consumer " + last.consumer() + ", " + ago
                : "It was delivered " + deliveries.size() + " times, to " + consumers(deliveries) + ", the last time "
                        + ago;
        return text + failures() + ".";
    }

    private static String consumers(List<RecordedStep> deliveries) {
        List<String> all = deliveries.stream()
                .map(RecordedStep::consumer)
                .distinct()
                .map(String::valueOf)
                .toList();
        String named = all.stream().limit(CONSUMERS_NAMED).collect(Collectors.joining(", "));
        return (all.size() == 1 ? "consumer " : "consumers ")
                + named
                + (all.size() > CONSUMERS_NAMED ? " and " + (all.size() - CONSUMERS_NAMED) + " more" : "");
    }

    private String failures() {
        long nacked = count(StepKind.NACKED);
        long expired = count(StepKind.LEASE_EXPIRED);
        return (nacked == 0 ? "" : "; it was nacked " + times(nacked))
                + (expired == 0 ? "" : "; its lease expired " + times(expired));
    }

    private long count(StepKind kind) {
        return steps.stream().filter(step -> step.kind() == kind).count();
    }

    private static String times(long number) {
        return number == 1 ? "once" : number + " times";
    }
}
