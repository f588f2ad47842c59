package io.fila.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class AuthCommandsTest {
    @RegisterExtension
    private final CommandFixture fila = new CommandFixture();

    @Test
    void createShowsTheTokenOnce() {
        assertThat(fila.run("auth", "create", "--name", "worker")).isEqualTo("""
                        Key ID     : key-1
                        Token      : token-of-key-1
                        """);
        assertThat(fila.run("auth", "create", "--name", "root", "--superadmin", "--output", "json"))
                .isEqualTo("{\"key_id\":\"key-2\",\"key\":\"token-of-key-2\",\"is_superadmin\":true}\n");
        assertThat(fila.misused("auth", "create")).startsWith("Error: Expected --name N but found none\n");
    }

    @Test
    void keyForACertificateHasNoToken() {
        assertThat(fila.run("auth", "create", "--certificate", "billing.example"))
                .isEqualTo("""
                        Key ID     : key-1
                        Certificate: billing.example
                        """);
        assertThat(fila.run("auth", "list")).contains("billing.example");
    }

    @Test
    void listShowsKeysWithoutTheirTokens() {
        assertThat(fila.run("auth", "list")).isEqualTo("No API keys found.\n");
        fila.run("auth", "create", "--name", "worker", "--expires-at", "1800000000000");
        fila.run("auth", "create", "--name", "root", "--superadmin");

        assertThat(fila.run("auth", "list")).isEqualTo("""
                        KEY_ID  NAME    CREATED               EXPIRES               LAST_USED  SUPERADMIN  CERTIFICATE
                        key-1   worker  2026-01-01T00:00:00Z  2027-01-15T08:00:00Z  never      no          -
                        key-2   root    2026-01-01T00:00:00Z  never                 never      yes         -
                        """);
        assertThat(fila.run("auth", "list", "--output", "json"))
                .startsWith(
                        "{\"keys\":[{\"key_id\":\"key-1\",\"name\":\"worker\",\"created_at_ms\":1767225600000,"
                                + "\"expires_at_ms\":1800000000000,\"is_superadmin\":false,\"last_used_at_ms\":0,\"certificate\":\"\"},");
    }

    @Test
    void revokeSaysWhatItRevoked() {
        fila.run("auth", "create", "--name", "worker");
        fila.run("auth", "create", "--name", "other");

        assertThat(fila.run("auth", "revoke", "key-1")).isEqualTo("Revoked key \"key-1\"\n");
        assertThat(fila.refused("auth", "revoke", "key-1")).isEqualTo("Error: no API key has the id \"key-1\"\n");
    }

    @Test
    void rotateShowsTheNewTokenAndWhenTheFormerEnds() {
        fila.run("auth", "create", "--name", "worker");

        assertThat(fila.run("auth", "rotate", "key-1", "--grace", "60")).isEqualTo("""
                        Key ID     : key-1
                        Token      : another-token-of-key-1
                        The former token ends at 2026-01-01T00:01:00Z
                        """);
        assertThat(fila.run("auth", "rotate", "key-1", "--output", "json"))
                .isEqualTo("{\"key_id\":\"key-1\",\"key\":\"another-token-of-key-1\","
                        + "\"former_expires_at_ms\":1767229200000}\n");
    }

    @Test
    void limitSaysWhatHolds() {
        fila.run("auth", "create", "--name", "worker");

        assertThat(fila.run("auth", "limit", "key-1", "--enqueues", "10"))
                .isEqualTo("Limits of key \"key-1\": 10 messages a second, any bytes a second, any streams\n");
    }

    @Test
    void permissionsAreSetAndShown() {
        fila.run("auth", "create", "--name", "worker");

        assertThat(fila.run("auth", "acl", "get", "key-1")).isEqualTo("""
                        Permissions:
                          (none)
                        """);
        String shown = """
                Permissions:
                  produce:orders.*
                  consume:mail
                """;
        assertThat(fila.run("auth", "acl", "set", "key-1", "--perm", "produce:orders.*", "--perm", "consume:mail"))
                .isEqualTo(shown);
        assertThat(fila.run("auth", "acl", "set", "key-1", "--perm", "produce:orders.*", "consume:mail"))
                .isEqualTo(shown);
        assertThat(fila.run("auth", "acl", "get", "key-1")).isEqualTo(shown);
        assertThat(fila.run("auth", "acl", "get", "key-1", "--output", "json"))
                .isEqualTo("{\"key_id\":\"key-1\",\"permissions\":["
                        + "{\"kind\":\"produce\",\"pattern\":\"orders.*\"},"
                        + "{\"kind\":\"consume\",\"pattern\":\"mail\"}],\"is_superadmin\":false}\n");
    }

    @Test
    void aSuperadminNeedsNoPermissions() {
        fila.run("auth", "create", "--name", "root", "--superadmin");

        assertThat(fila.run("auth", "acl", "get", "key-1")).isEqualTo("Superadmin: yes\n");
    }

    @Test
    void aPermissionHasAKindAndAPattern() {
        assertThat(fila.misused("auth", "acl", "set", "key-1", "--perm", "produce"))
                .startsWith("Error: Expected a permission like produce:orders.* but found \"produce\"\n");
        assertThat(fila.misused("auth", "acl", "set", "key-1"))
                .startsWith("Error: Expected at least one --perm KIND:PATTERN but found none\n");
    }
}
