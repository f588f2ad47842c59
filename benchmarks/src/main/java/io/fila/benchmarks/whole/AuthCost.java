package io.fila.benchmarks.whole;

import io.fila.benchmarks.contender.Closing;
import io.fila.benchmarks.contender.FilaProcess;
import io.fila.client.FilaClient;
import io.fila.client.admin.NewApiKey;
import io.fila.client.admin.Permission;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What asking for keys costs: brokers side by side, two that ask nobody and one that asks for a key, measured in turns, so that
 * whatever else is busy slows all. By how much the first two differ says what a difference is worth. The one that asks has many
 * keys; after that it is killed and started again.
 */
public final class AuthCost {
    private static final String BOOTSTRAP = "bench-0123456789abcdef";
    private static final String DURABILITY = "os";

    /** Keys that are being made at once. */
    private static final int AT_ONCE = 64;

    private static final double NANOS_PER_MILLI = 1e6;

    private AuthCost() {}

    /** {@code auth [KEYS [ROUNDS [SECONDS]]]}. */
    public static void run(String[] args) throws Exception {
        int keys = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        Duration time = Duration.ofSeconds(args.length > 2 ? Long.parseLong(args[2]) : 3);
        try (Side open = Side.open(Map.of(), null);
                Side control = Side.open(Map.of(), null);
                Side locked = Side.open(Map.of("FILA_BOOTSTRAP_APIKEY", BOOTSTRAP), BOOTSTRAP)) {
            String token = locked.makeKeys(keys);
            Side holder = locked.as(token);
            SideBySide sides = new SideBySide();
            open.take(sides, "without keys");
            control.take(sides, "another without keys");
            holder.take(sides, String.format(Locale.ROOT, "with one of %,d", keys));
            sides.run(rounds, time);
            sides.report();
            holder.frames().disconnect();
            locked.restart(keys);
            open.restart(0);
        }
    }

    /** One broker, and ways to it. */
    private record Side(FilaProcess process, FilaFrames frames, FilaUnary unary) implements Closing {
        static Side open(Map<String, String> settings, @Nullable String key) throws IOException {
            return to(FilaProcess.start(FilaProcess.launcher(), Path.of("target", "bench"), DURABILITY, settings), key);
        }

        private static Side to(FilaProcess process, @Nullable String key) {
            FilaFrames frames = new FilaFrames(process, DURABILITY, key);
            return new Side(process, frames, new FilaUnary(frames, process, DURABILITY));
        }

        Side as(String token) {
            return to(process, token);
        }

        /** Makes keys of tenants, and one with the permissions of a program; its token. */
        String makeKeys(int count) throws Exception {
            FilaClient client = frames.client();
            long begin = System.nanoTime();
            try (ExecutorService makers = Executors.newFixedThreadPool(AT_ONCE)) {
                List<Future<?>> made = new ArrayList<>();
                for (int i = 0; i < count - 1; i++) {
                    String name = "tenant-" + i;
                    made.add(makers.submit(() -> client.admin().createApiKey(name, Optional.empty(), false)));
                }
                for (Future<?> each : made) {
                    each.get();
                }
            }
            NewApiKey key = client.admin().createApiKey("program", Optional.empty(), false);
            client.admin()
                    .setAcl(
                            key.id(),
                            List.of(
                                    Permission.parse("admin:*"),
                                    Permission.parse("produce:*"),
                                    Permission.parse("consume:*")));
            System.err.printf(
                    Locale.ROOT, "%,d keys made in %,.0f ms%n", count, (System.nanoTime() - begin) / NANOS_PER_MILLI);
            return key.token();
        }

        void restart(int keys) throws Exception {
            process.kill();
            long begin = System.nanoTime();
            process.restart();
            System.out.printf(
                    Locale.ROOT,
                    "Start after a kill with %,d keys: ready in %,.0f ms%n",
                    keys,
                    (System.nanoTime() - begin) / NANOS_PER_MILLI);
        }

        void take(SideBySide sides, String name) {
            sides.add("W1", name, new Workloads(frames)::enqueue)
                    .add("W2", name, new Workloads(frames)::lives)
                    .add("UNARY", name, new Workloads(unary)::enqueue);
        }

        @Override
        public void close() {
            frames.close();
        }
    }
}
