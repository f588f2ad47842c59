package io.fila.cli.auth;

import io.fila.cli.output.Json;
import io.fila.client.admin.Permission;
import java.util.List;

/** Permissions as they are shown. */
final class ShownAcl {
    private ShownAcl() {}

    static String text(List<Permission> permissions) {
        StringBuilder text = new StringBuilder("Permissions:");
        for (Permission permission : permissions) {
            text.append("\n  ").append(permission);
        }
        return permissions.isEmpty() ? text.append("\n  (none)").toString() : text.toString();
    }

    static Json json(String keyId, List<Permission> permissions) {
        return new Json()
                .put("key_id", keyId)
                .putObjects(
                        "permissions",
                        permissions,
                        permission -> new Json().put("kind", permission.kind()).put("pattern", permission.pattern()));
    }
}
