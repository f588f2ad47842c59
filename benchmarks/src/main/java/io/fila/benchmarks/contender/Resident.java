package io.fila.benchmarks.contender;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What of a program is in memory.
 *
 * @param megabytes now
 * @param peakMegabytes the most there ever was
 */
public record Resident(long megabytes, long peakMegabytes) {
    private static final Pattern NOW = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern PEAK = Pattern.compile("VmHWM:\\s+(\\d+) kB");
    /** What the kernel calls a kB. */
    private static final long KIB = 1_024;

    private static final long MEGABYTE = 1_000_000;

    static Resident of(List<Long> processes) {
        long now = 0;
        long peak = 0;
        for (long process : processes) {
            String status = status(process);
            now += number(NOW, status);
            peak += number(PEAK, status);
        }
        return new Resident(now * KIB / MEGABYTE, peak * KIB / MEGABYTE);
    }

    /** Of both together. */
    public Resident plus(Resident other) {
        return new Resident(megabytes + other.megabytes, peakMegabytes + other.peakMegabytes);
    }

    /** Empty for a process that has ended meanwhile. */
    private static String status(long process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process), "status"));
        } catch (IOException ended) {
            return "";
        }
    }

    private static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }
}
