package io.fila.e2e.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The wall clock of one machine, which a test can set while the broker on it runs; its ticks go on as they are. It takes libfaketime,
 * which {@code .ci/install-fault-tools} installs.
 */
public final class WrongClock {
    private static final Path LIBRARY = Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1");
    private static final String RIGHT = "+0";

    /** Where processes that were killed leave what the library shared in them: another with the same number would end at once. */
    private static final Path LEFT_BEHIND = Path.of("/dev/shm");

    private static final Pattern LEFT = Pattern.compile("(?:sem\\.)?faketime_s(?:em|hm)_(\\d+)");

    private final Path file;

    private WrongClock(Path file) {
        this.file = file;
    }

    /** One that is right, until it is set. */
    public static WrongClock in(Path directory) throws IOException {
        if (!Files.exists(LIBRARY)) {
            throw new AssertionError("Expected " + LIBRARY + " for a machine whose clock is wrong but there is none."
                    + " Run .ci/install-fault-tools, as CI does.");
        }
        WrongClock clock = new WrongClock(directory.resolve("clock"));
        clock.set(RIGHT);
        return clock;
    }

    /**
     * Sets it, as libfaketime has it: {@code +3h}, {@code -2d}. It is noticed within a second. With a rate, as in {@code +0 x2}, the
     * library would let sleeps be shorter too, as no machine does.
     */
    public void set(String how) throws IOException {
        Path draft = file.resolveSibling("clock.new");
        Files.writeString(draft, how + "\n");
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    }

    public void setRight() throws IOException {
        set(RIGHT);
    }

    /** Removes what processes have left behind that are no more. */
    private static void tidyUp() throws IOException {
        try (Stream<Path> all = Files.list(LEFT_BEHIND)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                Matcher left = LEFT.matcher(file.getFileName().toString());
                if (left.matches()
                        && ProcessHandle.of(Long.parseLong(left.group(1))).isEmpty()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    Map<String, String> variables() {
        try {
            tidyUp();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }

        return Map.of(
                "LD_PRELOAD",
                LIBRARY.toString(),
                "FAKETIME_TIMESTAMP_FILE",
                file.toString(),
                "FAKETIME_CACHE_DURATION",
                "1",
                "FAKETIME_DONT_FAKE_MONOTONIC",
                "1",
                // Otherwise every timed wait of a thread would end at once.
                "FAKETIME_FORCE_MONOTONIC_FIX",
                "0");
    }
}
