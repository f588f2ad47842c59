package io.fila.cli.auth;

import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.admin.Permission;
import java.util.List;

/** {@code fila auth acl set}. */
public final class SetAcl implements BrokerCommand {
    @Override
    public Syntax syntax() {
        return Syntax.of("Replace the permissions of an API key.")
                .parameter("ID", "The id of the key.")
                .option(new Option(
                        "--perm", "KIND:PATTERN", Option.Times.GREEDY, "A permission; repeatable. Required."))
                .note("KIND is produce, consume or admin; PATTERN is *, prefix.* or the name of a queue.")
                .example("fila auth acl set 3f2a9c --perm produce:orders.* --perm consume:mail");
    }

    @Override
    public void run(Arguments arguments, Session session) {
        String id = arguments.required("ID");
        if (!arguments.has("--perm")) {
            throw new WrongUsage("Expected at least one --perm KIND:PATTERN but found none");
        }
        List<Permission> permissions = WrongUsage.unless(
                () -> arguments.all("--perm").stream().map(Permission::parse).toList());
        session.admin().setAcl(id, permissions);
        session.print(ShownAcl.text(permissions), ShownAcl.json(id, permissions));
    }
}
