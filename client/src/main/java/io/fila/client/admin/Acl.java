package io.fila.client.admin;

import java.util.List;

/** The permissions of an API key. A superadmin may do everything and needs none. */
public record Acl(String keyId, List<Permission> permissions, boolean superadmin) {}
