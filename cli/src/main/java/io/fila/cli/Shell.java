package io.fila.cli;

import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Output;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.cli.session.Terminal;
import io.fila.client.ClientOptions;
import io.fila.client.FilaClient;
import io.fila.client.error.FilaException;
import java.io.IOException;

/** Runs a command line and returns its exit code. */
final class Shell {
    static final int DONE = 0;
    static final int REFUSED = 1;
    static final int WRONG_USAGE = 2;

    private final Terminal terminal;

    Shell(Terminal terminal) {
        this.terminal = terminal;
    }

    int run(String... typed) {
        Invocation invocation = new Invocation(typed);
        try {
            invocation.read();
            if (invocation.wantsVersion()) {
                terminal.out().println("fila " + version());
            } else if (invocation.wantsHelp()) {
                terminal.out().print(Help.about(invocation));
            } else {
                run(invocation);
            }
            return DONE;
        } catch (WrongUsage e) {
            return wrongUsage(invocation, sentence(e));
        } catch (FilaException | IOException e) {
            return refused(sentence(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return refused("Interrupted");
        } finally {
            terminal.out().flush();
        }
    }

    private void run(Invocation invocation) throws IOException, InterruptedException {
        BrokerCommand command = invocation.command();
        if (command == null) {
            String name = invocation.name();
            throw new WrongUsage("Expected a command after \"fila" + (name.isEmpty() ? "" : " " + name) + "\": "
                    + String.join(", ", Commands.wordsAfter(name)));
        }
        Output output = new Output(terminal.out(), GlobalOptions.format(invocation.arguments()));
        ClientOptions options = command.tune(
                invocation.arguments(), GlobalOptions.client(invocation.arguments(), terminal.environment()));
        try (FilaClient fila = WrongUsage.unless(() -> FilaClient.connect(options))) {
            command.run(invocation.arguments(), new Session(fila, terminal, output));
        }
    }

    private int refused(String sentence) {
        terminal.err().println("Error: " + sentence);
        return REFUSED;
    }

    private int wrongUsage(Invocation invocation, String sentence) {
        String name = invocation.name().isEmpty() ? "fila" : "fila " + invocation.name();
        terminal.err().println("Error: " + sentence);
        terminal.err().println("Try \"" + name + " --help\".");
        return WRONG_USAGE;
    }

    private static String sentence(Exception e) {
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }

    /** As the jar has it; there is none where the classes were not packaged. */
    private static String version() {
        String version = Shell.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
