package io.fila.cluster;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.ratis.util.ExitUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens to an exception that nobody caught, in any thread of this process. One in a thread of the engine may have left a log
 * that goes on with nothing more, and looks alive to the others: the node ends. Any other ended a thread, and is told in the log. The
 * engine itself would end the process at every one of them. Any thread.
 */
final class UncaughtExceptions implements Thread.UncaughtExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(UncaughtExceptions.class);
    private static final String ENGINE = "org.apache.ratis.";

    private static final UncaughtExceptions OF_THIS_PROCESS = new UncaughtExceptions();

    /** Told if a node can't go on. */
    private final List<Consumer<Throwable>> nodes = new CopyOnWriteArrayList<>();

    private UncaughtExceptions() {}

    /** A node is open: it is told, until it closes. */
    static void tell(Consumer<Throwable> node) {
        // The engine makes its own handler the default once, when this class of it is first used.
        ExitUtils.setTerminateOnUncaughtException(false);
        Thread.setDefaultUncaughtExceptionHandler(OF_THIS_PROCESS);
        OF_THIS_PROCESS.nodes.add(node);
    }

    static void forget(Consumer<Throwable> node) {
        OF_THIS_PROCESS.nodes.remove(node);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        log.error("Nobody caught an exception in thread {}.", thread.getName(), failure);
        if (isEngines(failure)) {
            nodes.forEach(node -> node.accept(failure));
        }
    }

    private static boolean isEngines(Throwable failure) {
        for (StackTraceElement frame : failure.getStackTrace()) {
            if (frame.getClassName().startsWith(ENGINE) && !frame.getClassName().startsWith(ENGINE + "thirdparty.")) {
                return true;
            }
        }
        return false;
    }
}
