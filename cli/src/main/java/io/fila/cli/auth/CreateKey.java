package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.NewApiKey;
import java.time.Instant;
import java.util.Optional;

/** {@code fila auth create}. */
public final class CreateKey implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Create an API key and show its token, once only.")
                .option("--name", "N", "The key's name. Required without --certificate.")
                .option("--certificate", "NAME", "No token: the key is for clients with a certificate of this name.")
                .option("--expires-at", "MS", "When the key expires, in milliseconds since 1970. Default: never.")
                .flag("--superadmin", "The key may do everything.")
                .note("A certificate's name is its DNS or URI name, or else its common name; see auth.certificates.")
                .example("fila auth create --name billing-worker");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String name = arguments.get("--name");
        String certificate = arguments.get("--certificate");
        long expiresAtMillis = arguments.number("--expires-at", 0, 0);
        Optional<Instant> expiresAt =
                expiresAtMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expiresAtMillis));
        if (certificate != null) {
            String id = session.admin()
                    .createCertificateKey(
                            certificate, name == null ? certificate : name, expiresAt, arguments.has("--superadmin"));
            session.print(
                    "Key ID     : " + id + "\nCertificate: " + certificate,
                    new Json().put("key_id", id).put("certificate", certificate));
            return;
        }
        if (name == null) {
            throw new WrongUsage("Expected --name N but found none");
        }
        NewApiKey key = session.admin().createApiKey(name, expiresAt, arguments.has("--superadmin"));
        session.print(
                "Key ID     : " + key.id() + "\nToken      : " + key.token(),
                new Json().put("key_id", key.id()).put("key", key.token()).put("is_superadmin", key.superadmin()));
    }
}
