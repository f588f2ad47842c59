package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.broker.queue.Queue;
import io.fila.core.command.Command;
import io.fila.core.fairness.Lane;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.ready.ReadyFigures;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.throttle.Loan;
import io.fila.core.throttle.Throttle;
import io.fila.core.throttle.Throttles;
import io.fila.core.turn.Turn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What brokers that share settings, keys and throttles between shards ask each other, and how this one answers. */
final class Sharing {
    private final RuntimeConfig config;
    private final ApiKeys keys;
    private final Throttles<Lane> throttles;

    /** Who is told when somebody waits for tokens of others. */
    private @Nullable Reply<Done> watcher;

    Sharing(RuntimeConfig config, ApiKeys keys, Throttles<Lane> throttles) {
        this.config = config;
        this.keys = keys;
        this.throttles = throttles;
    }

    void decide(Command.OfShards command, Turn turn) {
        switch (command) {
            case Command.FindPlace find -> turn.answer(find.reply(), config.place(find.queue()));
            case Command.Place place -> {
                if (config.place(place.queue()) < 0) {
                    config.place(place.queue(), place.shard(), turn);
                }
                turn.answer(place.reply(), config.place(place.queue()));
            }
            case Command.Adopt adopt -> adopt(adopt, turn);
            case Command.Lend lend -> turn.answer(lend.reply(), lend(lend, turn));
            case Command.Credit credit -> {
                Throttle<Lane> throttle = throttles.credit(credit.throttleKey(), credit.tokens(), turn.nowNanos());
                if (throttle != null) {
                    turn.note(throttle);
                }
                turn.answer(credit.reply(), Done.DONE);
            }
            case Command.FindWants find -> turn.answer(find.reply(), wants(turn.nowNanos()));
            case Command.AwaitWants await -> {
                Reply<Done> former = watcher;
                if (former != null) {
                    turn.answer(former, Done.DONE);
                }
                watcher = await.reply();
            }
            case Command.FindThrottles find -> turn.answer(find.reply(), figures(find.keys(), turn.nowNanos()));
        }
    }

    /** Tells whoever watches, once everything of the turn is decided. */
    void tellWatcher(Turn turn) {
        Reply<Done> waiting = watcher;
        if (waiting != null && !throttles.hungry().isEmpty()) {
            watcher = null;
            turn.answer(waiting, Done.DONE);
        }
    }

    private void adopt(Command.Adopt adopt, Turn turn) {
        if (adopt.term() < config.adoptedTerm()) {
            turn.refuse(
                    adopt.reply(),
                    Refusal.failedPrecondition("Expected settings of term " + config.adoptedTerm()
                            + " or later but they are of term " + adopt.term() + "; another node leads by now."));
            return;
        }
        config.adopt(adopt, turn, (lane, throttle) -> Queue.of(lane).wake(lane, throttle, turn));
        keys.adopt(adopt, turn);
        turn.answer(adopt.reply(), Done.DONE);
    }

    private Loan lend(Command.Lend lend, Turn turn) {
        Throttle<Lane> throttle = throttles.find(lend.throttleKey());
        if (throttle == null) {
            // A key without a bucket is not throttled; the other shard has not heard of it yet.
            return new Loan(lend.wanted(), 0);
        }
        Loan loan = throttles.lend(throttle, lend.wanted(), turn.nowNanos());
        if (loan.tokens() > 0) {
            turn.note(throttle);
        }
        return loan;
    }

    /**
     * How many tokens of others could be used here now, by key: as many as there are messages for them, and room at consumers. What
     * is brought beyond that would be missed elsewhere.
     */
    private Map<String, Integer> wants(long nowNanos) {
        Map<String, Integer> wants = new LinkedHashMap<>();
        for (Throttle<Lane> throttle : throttles.hungry()) {
            long useful = Math.min(useful(throttle), throttle.bucket().burst());
            long missing = useful - throttles.tokensToPass(throttle, nowNanos);
            if (missing > 0 && !throttle.isHeld(nowNanos)) {
                wants.put(throttle.key(), (int) Math.min(missing, Integer.MAX_VALUE));
            }
        }
        return wants;
    }

    private static long useful(Throttle<Lane> throttle) {
        Map<Queue, Long> messages = new LinkedHashMap<>();
        throttle.line()
                .limit(Limits.LANES_ASKED_FOR_TOKENS)
                .forEach(lane -> messages.merge(Queue.of(lane), lane.backlog().size(), Long::sum));
        long useful = 0;
        for (Map.Entry<Queue, Long> each : messages.entrySet()) {
            useful += Math.min(each.getValue(), each.getKey().dispatch().room());
        }
        return useful;
    }

    private List<ThrottleStats> figures(List<String> names, long nowNanos) {
        List<ThrottleStats> found = new ArrayList<>();
        for (String name : names) {
            Throttle<Lane> throttle = throttles.find(name);
            if (throttle != null && !throttle.isTemporary()) {
                found.add(ReadyFigures.figures(throttle, nowNanos));
            }
        }
        return found;
    }
}
