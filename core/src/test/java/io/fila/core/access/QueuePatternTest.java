package io.fila.core.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QueuePatternTest {
    @ParameterizedTest
    @CsvSource({
        "*,        orders,         true",
        "*,        orders.us,      true",
        "orders.*, orders.us,      true",
        "orders.*, orders.us.east, true",
        "orders.*, orders,         false",
        "orders.*, orders.,        false",
        "orders.*, ordersx.us,     false",
        "orders.*, orders-us,      false",
        "orders,   orders,         true",
        "orders,   orders.us,      false",
        "order*,   orders,         false",
        "*.us,     orders.us,      false",
    })
    void patternMatchesQueue(String pattern, String queue, boolean matches) {
        assertThat(new QueuePattern(pattern).matches(queue)).isEqualTo(matches);
        assertThat(Grants.of(List.of(Permission.of(PermissionKind.PRODUCE, pattern)))
                        .may(PermissionKind.PRODUCE, queue))
                .as("arranged")
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @CsvSource({
        "*,     *,       true",
        "*,     a.*,     true",
        "a.*,   a.b.*,   true",
        "a.*,   a.b,     true",
        "a.*,   a.*,     true",
        "a.b,   a.b,     true",
        "a.*,   *,       false",
        "a.*,   a,       false",
        "a.*,   ab.*,    false",
        "a.b.*, a.*,     false",
        "a.b,   a.b.*,   false",
    })
    void patternCoversPattern(String pattern, String other, boolean covers) {
        assertThat(new QueuePattern(pattern).covers(new QueuePattern(other))).isEqualTo(covers);
        assertThat(Grants.of(List.of(Permission.of(PermissionKind.ADMIN, pattern)))
                        .mayGrant(List.of(Permission.of(PermissionKind.CONSUME, other))))
                .as("as an admin scope")
                .isEqualTo(covers);
    }

    @Test
    void kindsAreKeptApart() {
        Grants grants = Grants.of(List.of(
                Permission.of(PermissionKind.PRODUCE, "orders"), Permission.of(PermissionKind.ADMIN, "mail.*")));

        assertThat(grants.may(PermissionKind.PRODUCE, "orders")).isTrue();
        assertThat(grants.may(PermissionKind.CONSUME, "orders")).isFalse();
        assertThat(grants.may(PermissionKind.PRODUCE, "mail.a")).isFalse();
        assertThat(grants.maySomewhere(PermissionKind.ADMIN)).isTrue();
        assertThat(grants.mayEverywhere(PermissionKind.ADMIN)).isFalse();
        assertThat(Grants.EVERYTHING.mayEverywhere(PermissionKind.ADMIN)).isTrue();
    }
}
