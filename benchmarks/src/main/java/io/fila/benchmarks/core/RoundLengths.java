package io.fila.benchmarks.core;

import io.fila.core.Limits;
import io.fila.core.fairness.DeficitRoundRobin;
import io.fila.core.fairness.Flow;
import io.fila.core.fairness.Lane;
import io.fila.core.memory.MemoryBudget;
import io.fila.core.message.Envelope;
import io.fila.core.message.Message;
import io.fila.core.message.MessageId;
import io.fila.core.message.Place;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A program that compares rules for the length of a round, in the core alone and by a clock of its own: how long a key below its
 * share waits, how many keys a turn serves, each of which is a record of a lane to write, and how often a delivery is of another key
 * than the one before it, which is what a decision costs.
 */
public final class RoundLengths {
    private static final QueueId QUEUE = new QueueId(1);
    private static final double NOT_SENT = -1;
    private static final int QUANTUM = 1000;
    private static final int HEAD_START = 4;
    private static final int MESSAGES_PER_KEY = 2;
    private static final double PART_OF_SHARE = 0.4;
    private static final int DELIVERIES = 1_000_000;

    /** Over which time a rule that goes by the rate looks back, and how long its rounds should last. */
    private static final double ROUND_MILLIS = 5;

    /** How long a round is, said by the quantum and by how many deliveries the round is told to expect. */
    private enum Rule {
        LONG("rounds of `quantum`", QUANTUM),
        BY_RATE("5 ms at the rate of the last 5 ms", QUANTUM),
        ONE("always 1", 1),
        AT_HAND("deliveries possible now", QUANTUM);

        private final String words;
        private final int quantum;

        Rule(String words, int quantum) {
            this.words = words;
            this.quantum = quantum;
        }

        int expectation(int atHand, int lately) {
            return switch (this) {
                case LONG -> Integer.MAX_VALUE;
                case BY_RATE -> lately;
                case ONE, AT_HAND -> atHand;
            };
        }
    }

    /**
     * Consumers that take so many messages, each time after so long.
     *
     * @param burst how many they take instead, once in a hundred times
     */
    private record Taking(String words, int messages, int burst, double everyMillis) {
        int at(long turn) {
            return turn % 100 == 0 ? burst : messages;
        }
    }

    private static final List<Taking> TAKINGS = List.of(
            new Taking("one every 5 ms", 1, 1, 5),
            new Taking("one every 5 ms, sometimes 500", 1, 500, 5),
            new Taking("64 every 0.6 ms", 64, 64, 0.6));

    private final Rule rule;
    private final Taking taking;
    private final int keys;
    private final DeficitRoundRobin round;
    private final Message message = new Message(
            new Envelope(new MessageId(1, 1), Scheduling.DEFAULT, 0),
            0,
            new Place.Ready(QUEUE, Scheduling.DEFAULT_KEY, "", 0),
            null);
    private final Flow quiet;
    private final List<Turn> lately = new ArrayList<>();
    private final Set<Flow> servedThisTurn = new HashSet<>();

    private long delivered;
    private double nowMillis;
    private double sentMillis = NOT_SENT;
    private long nextSend;
    private long waits;
    private double waitedMillis;
    private double longestMillis;
    private long turns;
    private long keysServed;
    private long changes;
    private @Nullable Flow last;

    private record Turn(double millis, int deliveries) {}

    private RoundLengths(Rule rule, Taking taking, int keys) {
        this.rule = rule;
        this.taking = taking;
        this.keys = keys;
        round = new DeficitRoundRobin(rule.quantum, HEAD_START);
        MemoryBudget memory = new MemoryBudget(Limits.defaults());
        for (int key = 0; key < keys; key++) {
            Flow flow = new Flow(() -> QUEUE, "busy-" + key, memory);
            for (int i = 0; i < MESSAGES_PER_KEY; i++) {
                flow.lane(List.of()).add(message);
            }
            round.activate(flow);
        }
        quiet = new Flow(() -> QUEUE, "quiet", memory);
        // Whoever has just become active has a head start; what is of interest is what comes after.
        nextSend = 2L * HEAD_START * keys + QUANTUM;
    }

    /** Prints the table. */
    public static void run() {
        System.out.println(
                "| keys | consumers take | rule | a quiet key waits, mean ms | at most | keys a turn | changes of key a turn |");
        System.out.println("|---|---|---|---|---|---|---|");
        for (int keys : new int[] {1, 100, 10_000}) {
            for (Taking taking : TAKINGS) {
                for (Rule rule : Rule.values()) {
                    new RoundLengths(rule, taking, keys).measure();
                }
            }
        }
    }

    private void measure() {
        long end = nextSend + DELIVERIES;
        while (delivered < end) {
            nowMillis += taking.everyMillis();
            send();
            turn(taking.at(turns++));
        }
        boolean stillWaits = sentMillis != NOT_SENT;
        if (stillWaits) {
            served();
        }
        System.out.printf(
                Locale.ROOT,
                "| %,d | %s | %s | %s%,.1f | %,.0f | %.1f | %.1f |%n",
                keys,
                taking.words(),
                rule.words,
                stillWaits ? "≥ " : "",
                waitedMillis / Math.max(1, waits),
                longestMillis,
                (double) keysServed / turns,
                (double) changes / turns);
    }

    /** Commands come before deliveries, so a message is there when a turn begins. */
    private void send() {
        if (sentMillis == NOT_SENT && delivered >= nextSend) {
            sentMillis = nowMillis;
            nextSend = delivered + (long) ((keys + 1) / PART_OF_SHARE);
            quiet.lane(List.of()).add(message);
            round.activate(quiet);
        }
    }

    private void turn(int atHand) {
        double since = nowMillis - ROUND_MILLIS;
        lately.removeIf(each -> each.millis() < since);
        round.expect(rule.expectation(
                atHand, lately.stream().mapToInt(Turn::deliveries).sum()));
        servedThisTurn.clear();
        for (int i = 0; i < atHand; i++) {
            deliver();
        }
        keysServed += servedThisTurn.size();
        lately.add(new Turn(nowMillis, atHand));
    }

    private void deliver() {
        Flow flow = Objects.requireNonNull(round.next());
        Lane lane = Objects.requireNonNull(flow.readyLane());
        Objects.requireNonNull(lane.backlog().poll());
        round.served(flow);
        servedThisTurn.add(flow);
        changes += flow.equals(last) ? 0 : 1;
        last = flow;
        if (flow.equals(quiet)) {
            served();
        } else {
            lane.add(message);
        }
        delivered++;
    }

    private void served() {
        waitedMillis += nowMillis - sentMillis;
        longestMillis = Math.max(longestMillis, nowMillis - sentMillis);
        waits++;
        sentMillis = NOT_SENT;
    }
}
