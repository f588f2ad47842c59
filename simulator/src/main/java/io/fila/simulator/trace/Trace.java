package io.fila.simulator.trace;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Everything that happened in a life: a number that two runs of one seed must share, and the last lines for people. */
public final class Trace {
    private static final int LINES_KEPT = 60;
    private static final long PRIME = 0x100000001B3L;

    private final Consumer<String> echo;
    private final ArrayDeque<String> last = new ArrayDeque<>();
    private long hash = 0xCBF29CE484222325L;
    private long lines;

    public Trace(Consumer<String> echo) {
        this.echo = echo;
    }

    public void line(String text) {
        hash = (hash ^ text.hashCode()) * PRIME;
        lines++;
        if (last.size() == LINES_KEPT) {
            last.remove();
        }
        last.add(text);
        echo.accept(text);
    }

    public long hash() {
        return hash;
    }

    public long lines() {
        return lines;
    }

    public List<String> lastLines() {
        return new ArrayList<>(last);
    }
}
