package io.fila.e2e.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;

/** What a process has printed so far, gathered by a thread of its own. Any thread. */
public final class Output {
    /** Characters kept; of a process that says more, the beginning is forgotten. */
    private static final int LIMIT_CHARS = 1 << 25;

    private final StringBuilder text = new StringBuilder();
    private boolean ended;

    private Output() {}

    static Output of(InputStream stream) {
        Output output = new Output();
        Thread.ofVirtual().start(() -> output.gather(stream));
        return output;
    }

    private void gather(InputStream stream) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                add(line);
            }
        } catch (IOException closed) {
            add("(" + closed.getMessage() + ")");
        }
        end();
    }

    private synchronized void add(String line) {
        text.append(line).append('\n');
        if (text.length() > LIMIT_CHARS) {
            text.delete(0, text.length() - LIMIT_CHARS);
        }
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Waits until the text is as wanted, the process has closed it, or the time is over; whether it is as wanted. */
    synchronized boolean await(Predicate<String> wanted, long timeoutMillis) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeoutMillis * 1_000_000;
        boolean found = wanted.test(text.toString());
        while (!found && !ended) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                break;
            }
            wait(leftMillis);
            found = wanted.test(text.toString());
        }
        return found;
    }

    /** Waits until the process has closed it. */
    synchronized void awaitEnd(long timeoutMillis) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + timeoutMillis * 1_000_000;
        while (!ended) {
            long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) {
                return;
            }
            wait(leftMillis);
        }
    }

    public synchronized String text() {
        return text.toString();
    }
}
