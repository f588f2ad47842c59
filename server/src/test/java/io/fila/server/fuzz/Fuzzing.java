package io.fila.server.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.BooleanSupplier;

/** Feeds a target from a seed until it is told to stop; a finding ends it, with the input that led to it. */
final class Fuzzing {
    private final Target target;
    private final Mutation mutation;
    private long executions;
    private long right;

    Fuzzing(Target target, long seed) {
        this.target = target;
        this.mutation = new Mutation(new Random(seed), target.corpus());
    }

    void run(BooleanSupplier more) {
        while (more.getAsBoolean()) {
            byte[] input = mutation.next();
            try {
                executions++;
                right += target.read(input) ? 1 : 0;
            } catch (Throwable finding) {
                throw new AssertionError(
                        "Expected an answer but execution " + executions + " failed on "
                                + HexFormat.of().formatHex(input),
                        finding);
            }
        }
    }

    long executions() {
        return executions;
    }

    /** Inputs that were taken: with none the mutations go too far, with all not far enough. */
    long right() {
        return right;
    }

    /** {@code Fuzzing frames|toml|token SECONDS SEED}: a long run, by hand. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("fila-fuzz");
        Target target = switch (arguments[0]) {
            case "frames" -> new FrameTarget();
            case "toml" -> new TomlTarget(directory.resolve("fila.toml"));
            case "token" -> new TokenTarget();
            default -> throw new IllegalArgumentException(arguments[0]);
        };
        long seconds = Long.parseLong(arguments[1]);
        long deadline = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        Fuzzing fuzzing = new Fuzzing(target, Long.parseLong(arguments[2]));
        try {
            fuzzing.run(() -> System.nanoTime() < deadline);
        } finally {
            System.out.println(arguments[0] + ": " + fuzzing.executions() + " executions, " + fuzzing.right()
                    + " inputs taken, in at most " + seconds + " s");
        }
    }
}
