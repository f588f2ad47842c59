package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.Acl;

/** {@code fila auth acl get}. */
public final class GetAcl implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Show the permissions of an API key.")
                .parameter("ID", "The id of the key.")
                .example("fila auth acl get 3f2a9c");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String id = arguments.required("ID");
        Acl acl = session.admin().acl(id);
        session.print(
                acl.superadmin() ? "Superadmin: yes" : ShownAcl.text(acl.permissions()),
                ShownAcl.json(id, acl.permissions()).put("is_superadmin", acl.superadmin()));
    }
}
