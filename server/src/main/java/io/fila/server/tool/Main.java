package io.fila.server.tool;

import io.fila.storage.Backup;
import io.fila.storage.Examination;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;

/** The commands about data directories: {@code fila doctor}, {@code fila restore}, {@code fila quarantine}. */
public final class Main {
    private static final int DONE = 0;
    private static final int REFUSED = 1;
    private static final int MISUSED = 2;

    private static final String USAGE = """
            Usage: fila doctor DIR                     read a data directory and say what is wrong with it
                   fila restore BACKUP DIR             make a data directory of a backup
                   fila quarantine list DIR            show the damaged records that were set aside
                   fila quarantine export DIR FILE     write them to a file, one line of JSON each

            DIR is the data directory itself. doctor and quarantine change nothing; a broker may be using it.
            """;

    private final PrintStream out;
    private final PrintStream err;

    Main(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] arguments) {
        System.exit(new Main(System.out, System.err).run(List.of(arguments)));
    }

    int run(List<String> words) {
        try {
            return run(words, words.isEmpty() ? "" : words.getFirst());
        } catch (StorageException | IOException refused) {
            err.println("Error: " + refused.getMessage());
            return REFUSED;
        }
    }

    private int run(List<String> words, String command) throws IOException {
        if (!isHelp(words) && command.equals("doctor") && words.size() == 2) {
            return examine(Path.of(words.get(1)));
        }
        if (!isHelp(words) && command.equals("restore") && words.size() == 3) {
            return restore(Path.of(words.get(1)), Path.of(words.get(2)));
        }
        if (!isHelp(words) && command.equals("quarantine") && words.size() > 2) {
            QuarantinedRecords exhibits = new QuarantinedRecords(Path.of(words.get(2)));
            if (words.get(1).equals("list") && words.size() == 3) {
                return exhibits.list(out);
            }
            if (words.get(1).equals("export") && words.size() == 4) {
                return exhibits.export(Path.of(words.get(3)), out);
            }
        }
        return explain(isHelp(words));
    }

    private static boolean isHelp(List<String> words) {
        return words.contains("--help") || words.contains("-h");
    }

    private int explain(boolean asked) {
        (asked ? out : err).print(USAGE);
        return asked ? DONE : MISUSED;
    }

    private int examine(Path directory) {
        try (Examination examination = Examination.of(directory)) {
            Examination.Finding finding = examination.run();
            out.println("Records in " + directory + ":");
            finding.records().forEach((kind, count) -> out.printf("  %-12s %d%n", kind, count));
            long setAside = finding.records().getOrDefault("quarantine", 0L);
            if (setAside > 0) {
                out.println("In quarantine because they were damaged: " + setAside + "; see fila quarantine list.");
            }
            if (finding.faults().isEmpty()) {
                out.println("Every record and every block matches its checksum.");
                return DONE;
            }
            finding.faults().forEach(fault -> out.println("Fault: " + fault));
            err.println("Error: The directory is damaged; copy it before you start a broker on it, or restore a"
                    + " backup. A broker moves records that fail their checksum to quarantine and serves the rest; with a damaged"
                    + " log it does not start.");
            return REFUSED;
        }
    }

    private int restore(Path backup, Path directory) {
        Backup.Size made = Backup.restore(backup, directory);
        out.println("Restored " + made.bytes() + " bytes in " + made.files() + " files to " + directory
                + "; start a broker with --data-dir " + directory);
        return DONE;
    }
}
