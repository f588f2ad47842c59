package io.fila.cli.broker;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import java.nio.file.Path;

/** {@code fila backup}. */
public final class MakeBackup implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Back up the broker's data while it runs.")
                .parameter("DIR", "A directory on the broker's machine. It must not exist, or be empty.")
                .note(
                        "Use fila restore to create a data directory from it. On the disk of the data a backup takes moments,\n"
                                + "because it links files that never change: copy it elsewhere to survive the loss of the disk.")
                .example("fila backup /var/lib/fila-backups/monday");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String directory = Path.of(arguments.required("DIR")).toAbsolutePath().toString();
        long bytes = session.admin().backup(directory);
        session.print(
                "Made a backup of " + bytes + " bytes in " + directory,
                new Json().put("directory", directory).put("bytes", bytes));
    }
}
