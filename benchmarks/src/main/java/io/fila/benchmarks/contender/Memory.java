package io.fila.benchmarks.contender;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a JVM uses.
 *
 * @param heapBytes live objects: what is left after garbage was collected
 * @param residentMegabytes all of the process that is in memory
 */
public record Memory(long heapBytes, long residentMegabytes) {
    private static final Pattern USED = Pattern.compile("used (\\d+)K");
    private static final long KILOBYTES = 1_024;

    public static Memory of(long pid) throws IOException {
        String _ = jcmd(pid, "GC.run");
        Matcher used = USED.matcher(jcmd(pid, "GC.heap_info"));
        long heap = used.find() ? Long.parseLong(used.group(1)) : -1;
        return new Memory(heap * KILOBYTES, Resident.of(List.of(pid)).megabytes());
    }

    private static String jcmd(long pid, String command) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
