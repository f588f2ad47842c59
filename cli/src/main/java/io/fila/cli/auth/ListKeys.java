package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.output.Json;
import io.fila.cli.output.Table;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.ApiKeyInfo;
import java.time.Instant;
import java.util.List;

/** {@code fila auth list}. */
public final class ListKeys implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("List all API keys.").example("fila auth list");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        List<ApiKeyInfo> keys = session.admin().listApiKeys();
        session.print(keys.isEmpty() ? "No API keys found." : table(keys), json(keys));
    }

    private static Table table(List<ApiKeyInfo> keys) {
        Table table = new Table("KEY_ID", "NAME", "CREATED", "EXPIRES", "LAST_USED", "SUPERADMIN", "CERTIFICATE");
        for (ApiKeyInfo key : keys) {
            table.row(
                    key.id(),
                    key.name(),
                    key.createdAt(),
                    key.expiresAt().map(Instant::toString).orElse("never"),
                    key.lastUsedAt().map(Instant::toString).orElse("never"),
                    key.superadmin() ? "yes" : "no",
                    key.certificate().isEmpty() ? "-" : key.certificate());
        }
        return table;
    }

    private static Json json(List<ApiKeyInfo> keys) {
        return new Json()
                .putObjects(
                        "keys",
                        keys,
                        key -> new Json()
                                .put("key_id", key.id())
                                .put("name", key.name())
                                .put("created_at_ms", key.createdAt().toEpochMilli())
                                .put(
                                        "expires_at_ms",
                                        key.expiresAt()
                                                .map(Instant::toEpochMilli)
                                                .orElse(0L))
                                .put("is_superadmin", key.superadmin())
                                .put(
                                        "last_used_at_ms",
                                        key.lastUsedAt()
                                                .map(Instant::toEpochMilli)
                                                .orElse(0L))
                                .put("certificate", key.certificate()));
    }
}
