package io.fila.client;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that handlers run on: virtual ones where the JVM has them. */
final class WorkerThreads {
    private WorkerThreads() {}

    /** Runs each task on a thread of that name and a number, at once. */
    static ExecutorService named(String name) {
        try {
            return virtual(name + "-");
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException older) {
            // Java 17 to 20 know no virtual threads, or only as a preview.
            AtomicInteger number = new AtomicInteger();
            return Executors.newCachedThreadPool(task -> new Thread(task, name + "-" + number.getAndIncrement()));
        }
    }

    /** What Java 21 spells {@code Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name(prefix, 0).factory())}. */
    private static ExecutorService virtual(String prefix)
            throws NoSuchMethodException, IllegalAccessException, InvocationTargetException {
        Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
        Class<?> type = Thread.class.getMethod("ofVirtual").getReturnType();
        Object named = type.getMethod("name", String.class, long.class).invoke(builder, prefix, 0L);
        Object factory = type.getMethod("factory").invoke(named);
        return (ExecutorService) Executors.class
                .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
                .invoke(null, factory);
    }
}
