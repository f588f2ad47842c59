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
        return Syntax.of("Make a backup of the broker's data while it runs.")
                .parameter("DIR", "Where, on the broker's machine; nothing may be there yet.")
                .note(
                        "The backup is a data directory; fila restore makes another of it. On the disk of the data it is made in\n"
                                + "moments, because files that never change are linked: copy it elsewhere to survive the disk.")
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
