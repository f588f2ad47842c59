package io.fila.cli.config;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import java.util.Map;

/** {@code fila config list}. */
public final class ListConfig implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("List the keys that are set.")
                .option("--prefix", "P", "Only keys that begin with this.")
                .example("fila config list --prefix throttle.");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        Map<String, String> entries = session.admin().listConfig(arguments.getOr("--prefix", ""));
        session.print(entries.isEmpty() ? "No configuration keys found." : table(entries), json(entries));
    }

    private static Table table(Map<String, String> entries) {
        Table table = new Table("KEY", "VALUE");
        entries.forEach(table::row);
        return table;
    }

    private static Json json(Map<String, String> entries) {
        return new Json()
                .putObjects(
                        "entries",
                        entries.entrySet(),
                        entry -> new Json().put("key", entry.getKey()).put("value", entry.getValue()))
                .put("total_count", entries.size());
    }
}
