package io.fila.simulator.law;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueStats;
import io.fila.core.queue.QueueSummary;
import io.fila.core.record.Snapshot;
import io.fila.core.throttle.TokenBucket;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.model.KnownBucket;
import io.fila.simulator.model.KnownConfig;
import io.fila.simulator.model.KnownFlow;
import io.fila.simulator.model.KnownMessage;
import io.fila.simulator.model.KnownQueue;
import io.fila.simulator.model.Model;
import io.fila.simulator.process.Answer;
import io.fila.simulator.process.Connection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** After every turn, and after every restart, the broker knows and tells what the model knows: nothing lost, nothing made up. */
final class KnowledgeLaws {
    private final Model model;
    private final FakeHooks hooks;
    private final int quantum;

    KnowledgeLaws(Model model, FakeHooks hooks, int quantum) {
        this.model = model;
        this.hooks = hooks;
        this.quantum = quantum;
    }

    List<Law> all() {
        return List.of(
                Law.ofKnowledge(
                        "A dedup key is taken by one message from its acceptance to its end and the window after it, and by no other.",
                        ofQueues((queue, known) -> queue.dedup().agreesWith(known.dedupKeys(), model.nowNanos()))),
                Law.ofTurns(
                        "Whoever follows the broker's notices knows the queues and settings that there are.",
                        seen -> isTold()),
                Law.ofTurns(
                        "A stream ends when and only when its queue is deleted.",
                        seen -> model.cutOff()
                                .equals(seen.ended().stream()
                                        .map(Connection::id)
                                        .collect(Collectors.toSet()))),
                Law.ofKnowledge(
                        "Each accepted message is in exactly one state, and the broker knows the same queues, lanes, delays and leases.",
                        snapshot -> snapshot.queues().size() == model.queues().size()
                                && ofQueues(this::isTheSame).test(snapshot)),
                Law.ofKnowledge(
                        "What an operator has paused stays paused until it is resumed.",
                        ofQueues((queue, known) -> known.paused().equals(queue.paused()))),
                Law.ofKnowledge(
                        "Keys are as they were made, changed and revoked.",
                        snapshot -> snapshot.keys().equals(model.keys().all())),
                Law.ofKnowledge(
                        "Settings are as they were set.",
                        snapshot -> snapshot.settings().equals(model.config().startingWith(""))),
                Law.ofKnowledge(
                        "Each throttle has its rate, and the tokens that came and were not spent by deliveries.",
                        this::hasItsTokens),
                Law.ofKnowledge("A throttle key is held as long as a consumer asked for.", this::isHeld),
                Law.ofAnswers(
                        "Statistics count what is there: pending, in flight, active keys and consumers.",
                        this::isCounted));
    }

    private Predicate<Snapshot> ofQueues(BiPredicate<KnownQueue, Snapshot.OfQueue> holds) {
        return snapshot -> model.queues().stream().allMatch(queue -> {
            Snapshot.OfQueue known = snapshot.queues().get(queue.name());
            return known != null && holds.test(queue, known);
        });
    }

    private boolean isTold() {
        return hooks.queues().size() == model.queues().size()
                && model.queues().stream()
                        .allMatch(queue -> queue.config().equals(hooks.queues().get(queue.name())))
                && hooks.settings().equals(model.config().settings());
    }

    private boolean isTheSame(KnownQueue queue, Snapshot.OfQueue known) {
        return known.definition().equals(queue.definition())
                && known.leases().size() == queue.leased()
                && known.leases().entrySet().stream()
                        .allMatch(entry -> isTheSame(queue, model.message(entry.getKey()), entry.getValue()))
                && known.scheduled() == queue.scheduled().size()
                && known.flows().size()
                        == queue.flows().stream().filter(it -> it.depth() > 0).count()
                && queue.flows().stream()
                        .allMatch(flow -> isTheSame(flow, known.flows().get(flow.key())));
    }

    private static boolean isTheSame(KnownQueue queue, @Nullable KnownMessage held, Snapshot.OfLease known) {
        return held != null
                && held.isLeased()
                && held.queue() == queue
                && lease(held).equals(known);
    }

    private static Snapshot.OfLease lease(KnownMessage held) {
        return new Snapshot.OfLease(
                held.envelope(),
                held.attempts(),
                held.lease().deadlineNanos(),
                held.lease().leaseId());
    }

    /** Compares counts and last positions. The broker may have assigned later positions to messages that are gone. */
    private static boolean isTheSame(KnownFlow flow, Snapshot.@Nullable OfFlow known) {
        return known == null
                ? flow.depth() == 0
                : known.weight() == flow.weight()
                        && known.lanes().keySet().equals(flow.lanes().keySet())
                        && known.lanes().entrySet().stream().allMatch(entry -> {
                            Snapshot.OfLane wanted = flow.lanes().get(entry.getKey());
                            return wanted != null
                                    && wanted.pending() == entry.getValue().pending()
                                    && wanted.lastPosition() <= entry.getValue().lastPosition();
                        });
    }

    private boolean hasItsTokens(Snapshot snapshot) {
        Map<String, KnownBucket> buckets = model.config().buckets();
        return snapshot.buckets().keySet().containsAll(buckets.keySet())
                && snapshot.buckets().entrySet().stream().allMatch(entry -> {
                    Snapshot.OfBucket found = entry.getValue();
                    KnownBucket wanted = buckets.get(entry.getKey());
                    return wanted == null
                            ? model.config().heldKeys().contains(entry.getKey())
                            : found.rate().equals(wanted.rate())
                                    && Math.abs(tokens(found) - wanted.tokens(model.nowNanos()))
                                            < KnownBucket.TOLERANCE;
                });
    }

    private double tokens(Snapshot.OfBucket bucket) {
        return new TokenBucket(bucket.rate(), bucket.level(), model.nowNanos()).tokens();
    }

    /** A hold that is over may be forgotten. */
    private boolean isHeld(Snapshot snapshot) {
        KnownConfig config = model.config();
        Set<String> keys = new TreeSet<>(snapshot.buckets().keySet());
        keys.addAll(config.heldKeys());
        return keys.stream().allMatch(key -> {
            Snapshot.OfBucket bucket = snapshot.buckets().get(key);
            long found = bucket == null ? 0 : bucket.heldUntilNanos();
            long wanted = config.heldUntilNanos(key);
            return found == wanted || (found == 0 && wanted <= model.nowNanos());
        });
    }

    private boolean isCounted(Command command, Answer answer) {
        return switch (command) {
            case Command.ListQueues _ ->
                model.queues().stream().map(KnowledgeLaws::summary).toList().equals(answer.value());
            case Command.GetStats get
            when answer.value() instanceof QueueStats told -> {
                KnownQueue queue = model.queue(get.name());
                yield queue != null && stats(queue, told).equals(told) && keysAgree(queue, told);
            }
            default -> true;
        };
    }

    private static QueueSummary summary(KnownQueue queue) {
        boolean paused = queue.paused().contains("");
        return new QueueSummary(
                queue.name(), queue.depth(), queue.leased(), queue.consumers().size(), paused);
    }

    private QueueStats stats(KnownQueue queue, QueueStats told) {
        int own = queue.config().deliveryPolicy().quantum();
        return new QueueStats(
                queue.depth(),
                queue.leased(),
                queue.activeKeys(),
                queue.consumers().size(),
                own > 0 ? own : quantum,
                told.effectiveQuantum(),
                told.keys(),
                told.throttles(),
                queue.scheduled().size(),
                queue.doings(),
                queue.paused().contains(""),
                queue.paused().stream().filter(key -> !key.isEmpty()).toList(),
                queue.config());
    }

    private static boolean keysAgree(KnownQueue queue, QueueStats stats) {
        Set<String> wanted = queue.flows().stream()
                .filter(KnownFlow::isBacklogged)
                .map(flow -> flow.key() + ": " + flow.depth() + " of weight " + flow.weight())
                .collect(Collectors.toSet());
        List<String> told = stats.keys().stream()
                .map(key -> key.key() + ": " + key.pending() + " of weight " + key.weight())
                .toList();
        return told.size() == wanted.size() && wanted.containsAll(told);
    }
}
