package io.fila.benchmarks.core;

import io.fila.core.throttle.Rate;
import io.fila.core.throttle.Throttles;
import io.fila.core.throttle.TokenBucket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a limit costs a delivery: the decision of one bucket, and of three by their keys. Time passes between questions, so
 * every one of them fills the bucket first.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ThrottleBenchmark {
    private static final long STEP_NANOS = 1_000;
    private static final Rate TWO_OF_THREE = new Rate(2e6 / 3, 10);
    private static final Rate ALL = new Rate(2e6, 10);

    private final TokenBucket bucket = new TokenBucket(TWO_OF_THREE, 0);
    private final TokenBucket roomy = new TokenBucket(ALL, 0);
    private final Throttles<Object> throttles = new Throttles<>();
    private final List<String> tight = List.of("tenant:acme", "provider:mailgun", "region:eu");
    private final List<String> loose = List.of("tenant:other", "provider:mailgun", "region:eu");
    private final List<String> unknown = List.of("tenant:nobody", "provider:nobody", "region:nowhere");
    private long now;

    public ThrottleBenchmark() {
        throttles.set("tenant:acme", TWO_OF_THREE, 0);
        throttles.set("tenant:other", ALL, 0);
        throttles.set("provider:mailgun", ALL, 0);
        throttles.set("region:eu", ALL, 0);
    }

    @Benchmark
    public boolean bucketThatRefusesEveryThird() {
        now += STEP_NANOS;
        return bucket.tryConsume(1, now);
    }

    @Benchmark
    public boolean bucketThatGrants() {
        now += STEP_NANOS;
        return roomy.tryConsume(1, now);
    }

    @Benchmark
    public boolean threeKeysThatGrant() {
        now += STEP_NANOS;
        return throttles.tryTake(loose, now);
    }

    @Benchmark
    public boolean threeKeysThatRefuseEveryThird() {
        now += STEP_NANOS;
        return throttles.tryTake(tight, now);
    }

    @Benchmark
    public boolean threeKeysWithoutLimits() {
        now += STEP_NANOS;
        return throttles.tryTake(unknown, now);
    }
}
