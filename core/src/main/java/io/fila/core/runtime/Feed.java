package io.fila.core.runtime;

import io.fila.core.command.Command;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The commands of one sender that does not wait for answers. They stay in order, and take turns with those of other feeds. Any
 * thread adds; the reader of the inbox takes.
 */
public final class Feed {
    private final ConcurrentLinkedQueue<Command> commands = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean inLine = new AtomicBoolean();

    /** Takes a command; true if the feed has to be put in line for it. */
    boolean add(Command command) {
        commands.add(command);
        return joinsLine();
    }

    private boolean joinsLine() {
        return inLine.compareAndSet(false, true);
    }

    /** Moves up to so many commands; tells how many. */
    int drainTo(List<Command> batch, int limit) {
        int taken = 0;
        Command command;
        while (taken < limit && (command = commands.poll()) != null) {
            batch.add(command);
            taken++;
        }
        return taken;
    }

    /** After its turn in line: true if it has to be put in line again. */
    boolean staysInLine() {
        if (!commands.isEmpty()) {
            return true;
        }
        inLine.set(false);
        // A command may have come in between, whose sender saw the feed in line.
        return !commands.isEmpty() && joinsLine();
    }
}
