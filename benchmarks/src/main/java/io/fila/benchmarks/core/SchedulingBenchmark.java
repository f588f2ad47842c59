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
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Deficit round robin against plain FIFO in the same run: the decision alone, and a delivery with the decision in it. FIFO is
 * an array in memory, and a broker's line without tenants, whose rest may be on disk. Each message served is put back, so
 * every key stays active.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SchedulingBenchmark {
    private static final QueueId QUEUE = new QueueId(1);
    private static final int MESSAGES_PER_KEY = 2;
    private static final Limits ROOMY = Limits.defaults()
            .but()
            .queues(1)
            .flows(1)
            .inFlightPerQueue(1)
            .inFlightPerConsumer(1)
            .windowPerLane(1 << 22)
            .headsInMemory(Integer.MAX_VALUE)
            .bodyBytesInMemory(0)
            .commandsPerTurn(1)
            .deliveriesPerTurn(1)
            .timersPerTurn(1)
            .pagesInFlight(1)
            .limits();
    private static final int HEAD_START = 4;

    /** What a consumer has room for each time the broker comes to deliver: rounds are as long as fits into that. */
    private static final int DELIVERIES_AT_HAND = 64;

    @Param({"1", "10", "100", "10000", "1000000"})
    private int keys;

    /** How many messages of a key are served before the next one's turn: with 1 every decision is another key's. */
    @Param("1000")
    private int quantum;

    private final ArrayDeque<Message> fifo = new ArrayDeque<>();
    private Lane line = new Flow(() -> QUEUE, "", new MemoryBudget(ROOMY)).lane(List.of());
    private DeficitRoundRobin round = new DeficitRoundRobin(1, HEAD_START);
    private HandOver handOver = new HandOver();
    private int left;

    @Setup
    public void fill() {
        MemoryBudget memory = new MemoryBudget(ROOMY);
        line = new Flow(() -> QUEUE, "", memory).lane(List.of());
        round = new DeficitRoundRobin(quantum, HEAD_START);
        handOver = new HandOver();
        Message message = new Message(
                new Envelope(new MessageId(1, 1), Scheduling.DEFAULT, 0),
                0,
                new Place.Ready(QUEUE, Scheduling.DEFAULT_KEY, "", 0),
                null);
        for (int key = 0; key < keys; key++) {
            Flow flow = new Flow(() -> QUEUE, "tenant" + key, memory);
            for (int i = 0; i < MESSAGES_PER_KEY; i++) {
                flow.lane(List.of()).add(message);
                fifo.add(message);
                line.add(message);
            }
            round.activate(flow);
        }
        useUpHeadStarts();
    }

    /** Every key has just become active; what is of interest is the round after that. */
    private void useUpHeadStarts() {
        for (long i = 0; i < keys * 2L * HEAD_START + 1; i++) {
            roundRobinDecision();
        }
    }

    @Benchmark
    public Message fifoDecision() {
        Message message = fifo.remove();
        fifo.add(message);
        return message;
    }

    @Benchmark
    public Message lineDecision() {
        Message message = Objects.requireNonNull(line.backlog().poll());
        line.add(message);
        return message;
    }

    @Benchmark
    public Message roundRobinDecision() {
        if (left == 0) {
            left = DELIVERIES_AT_HAND;
            round.expect(left);
        }
        left--;
        Flow flow = Objects.requireNonNull(round.next());
        Lane lane = Objects.requireNonNull(flow.readyLane());
        Message message = Objects.requireNonNull(lane.backlog().poll());
        round.served(flow);
        lane.add(message);
        return message;
    }

    @Benchmark
    public Message fifoDelivery(Blackhole wire) {
        Message message = fifoDecision();
        wire.consume(handOver.deliver());
        return message;
    }

    @Benchmark
    public Message lineDelivery(Blackhole wire) {
        Message message = lineDecision();
        wire.consume(handOver.deliver());
        return message;
    }

    @Benchmark
    public Message roundRobinDelivery(Blackhole wire) {
        Message message = roundRobinDecision();
        wire.consume(handOver.deliver());
        return message;
    }
}
