package io.fila.cli.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class ProgressTest {
    @Test
    void aPersonIsToldAgainAndAgainHowMuchIsLeft() throws InterruptedException {
        AtomicLong left = new AtomicLong(3);
        BlockingQueue<String> told = new LinkedBlockingQueue<>();

        try (Progress _ = Progress.watch(left::decrementAndGet, Duration.ofMillis(1), told::add)) {
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("2 pending …");
            assertThat(told.poll(20, TimeUnit.SECONDS)).isEqualTo("1 pending …");
        }
    }
}
