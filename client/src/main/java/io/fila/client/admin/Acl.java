package io.fila.client.admin;

import java.util.List;

/** What an API key may do; a superadmin may do everything and needs no permissions. */
public record Acl(String keyId, List<Permission> permissions, boolean superadmin) {}
