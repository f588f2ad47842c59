package io.fila.benchmarks.retracker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM uses.
 *
 * @param heapMegabytes live objects: what is left after garbage was collected
 * @param residentMegabytes all of the process that is in memory
 */
record Memory(long heapMegabytes, long residentMegabytes) {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final long KILOBYTES = 1_024;

    static Memory of(long pid) throws IOException {
        jcmd(pid, "GC.run");
        long heap = number(USED, jcmd(pid, "GC.heap_info"));
        long resident = number(RESIDENT, Files.readString(Path.of("/proc", Long.toString(pid), "status")));
        return new Memory(heap / KILOBYTES, resident / KILOBYTES);
    }

    private static long number(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? Long.parseLong(matcher.group(1)) : -1;
    }

    private static String jcmd(long pid, String command) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
