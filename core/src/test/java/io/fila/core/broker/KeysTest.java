package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.access.ApiKey;
import io.fila.core.access.Authority;
import io.fila.core.access.Permission;
import io.fila.core.access.PermissionKind;
import io.fila.core.command.Command;
import io.fila.core.record.KeyChanged;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Keys, and the rules by which what they may do is passed on. */
final class KeysTest {
    private static final String SCOPE = "one or more permissions exceed the caller's admin scope";

    private final Rig rig = new Rig();

    @Test
    void keySurvivesARestartWithAllThatIsKnownOfIt() {
        create(Authority.OPERATOR, "k", false).value();
        allow(Authority.OPERATOR, "k", produce("orders.*"), admin("mail")).value();
        rotate(Authority.OPERATOR, "k", Duration.ofMinutes(1)).value();
        ApiKey before = get("k").value();

        rig.restart();

        assertThat(get("k").value()).isEqualTo(before);
        assertThat(rig.notices()).containsExactly(new KeyChanged("k", before));
        assertThat(before.secrets()).hasSize(2);
        revoke(Authority.OPERATOR, "k").value();
        rig.restart();
        assertThat(get("k").refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }

    @Test
    void onlyWhoMayAdministrateAllRevokesAndLists() {
        create(Authority.OPERATOR, "some", false).value();
        create(Authority.OPERATOR, "all", false).value();
        allow(Authority.OPERATOR, "some", admin("mail.*")).value();
        allow(Authority.OPERATOR, "all", admin("*")).value();

        assertThat(revoke(as("some"), "all").refusal()).isEqualTo(Refusal.denied("key does not have admin permission"));
        assertThat(rig.<List<ApiKey>>ask(reply -> new Command.ListKeys(as("some"), reply))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.PERMISSION_DENIED);
        revoke(as("all"), "some").value();
        assertThat(rig.<List<ApiKey>>ask(reply -> new Command.ListKeys(as("all"), reply))
                        .value())
                .extracting(ApiKey::id)
                .containsExactly("all");
    }

    @Test
    void onlyASuperadminMakesASuperadmin() {
        create(Authority.OPERATOR, "admin", false).value();
        allow(Authority.OPERATOR, "admin", admin("*")).value();

        assertThat(create(as("admin"), "root", true).refusal())
                .isEqualTo(Refusal.denied("only superadmin keys can create other superadmin keys"));
        create(Authority.OPERATOR, "root", true).value();
        create(as("root"), "other", true).value();
        assertThat(rotate(as("admin"), "root", Duration.ZERO).refusal().code())
                .isEqualTo(Refusal.Code.PERMISSION_DENIED);
    }

    @Test
    void permissionsArePassedOnOnlyInsideTheCallersScope() {
        create(Authority.OPERATOR, "admin", false).value();
        create(Authority.OPERATOR, "k", false).value();
        assertThat(allow(as("admin"), "k", produce("mail.a")).refusal())
                .isEqualTo(Refusal.denied("key does not have admin permission"));
        allow(Authority.OPERATOR, "admin", admin("mail.*")).value();

        allow(as("admin"), "k", produce("mail.a"), consume("mail.b.*"), admin("mail.*"))
                .value();
        assertThat(allow(as("admin"), "k", produce("mail.a"), produce("mail")).refusal())
                .isEqualTo(Refusal.denied(SCOPE));
        assertThat(allow(as("admin"), "k", produce("*")).refusal()).isEqualTo(Refusal.denied(SCOPE));
        assertThat(allow(as("admin"), "admin", admin("*")).refusal()).isEqualTo(Refusal.denied(SCOPE));
    }

    @Test
    void nobodyTakesAwayWhatLiesOutsideItsScope() {
        create(Authority.OPERATOR, "admin", false).value();
        create(Authority.OPERATOR, "k", false).value();
        allow(Authority.OPERATOR, "admin", admin("mail.*")).value();
        allow(Authority.OPERATOR, "k", produce("orders"), produce("mail.a")).value();

        assertThat(allow(as("admin"), "k", produce("mail.a")).refusal()).isEqualTo(Refusal.denied(SCOPE));
        allow(as("admin"), "k", produce("orders")).refusal();
        assertThat(get("k").value().permissions()).containsExactly(produce("orders"), produce("mail.a"));
    }

    @Test
    void scopedAdminCannotTakeTheNameOfAnotherKey() {
        create(Authority.OPERATOR, "acme", false).value();
        create(Authority.OPERATOR, "admin", false).value();
        allow(Authority.OPERATOR, "admin", admin("mail.*")).value();

        ApiKey imposter = ApiKey.fresh("k", "acme", 0, false, "d");
        assertThat(rig.<ApiKey>ask(reply -> new Command.CreateKey(as("admin"), imposter, reply))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.ALREADY_EXISTS);
        rig.<ApiKey>ask(reply -> new Command.CreateKey(Authority.OPERATOR, imposter, reply))
                .value();
    }

    @Test
    void keyThatIsGoneOrOverDoesNothingMore() {
        create(Authority.OPERATOR, "root", true).value();
        revoke(as("root"), "root").value();

        assertThat(create(as("root"), "k", false).refusal()).isEqualTo(Refusal.unauthenticated());
        long soon = TimeUnit.NANOSECONDS.toMillis(rig.nowNanos()) + 1000;
        ApiKey brief = ApiKey.fresh("brief", "brief", soon, true, "d");
        rig.<ApiKey>ask(reply -> new Command.CreateKey(Authority.OPERATOR, brief, reply))
                .value();
        create(as("brief"), "k", false).value();
        rig.advance(Duration.ofSeconds(2));
        assertThat(revoke(as("brief"), "k").refusal()).isEqualTo(Refusal.unauthenticated());
    }

    @Test
    void rotationGivesASecondTokenAndLetsTheFirstEnd() {
        create(Authority.OPERATOR, "k", false).value();
        long now = TimeUnit.NANOSECONDS.toMillis(rig.nowNanos());

        ApiKey rotated = rotate(as("k"), "k", Duration.ofSeconds(5)).value();

        assertThat(rotated.secrets()).hasSize(2);
        assertThat(rotated.secrets().getFirst().untilMillis()).isZero();
        assertThat(rotated.secrets().getLast().untilMillis()).isEqualTo(now + 5000);
        create(Authority.OPERATOR, "other", false).value();
        assertThat(rotate(as("other"), "k", Duration.ZERO).refusal().code()).isEqualTo(Refusal.Code.PERMISSION_DENIED);
    }

    @Test
    void certificateHasOneKeyThatOnlyTheAdminOfAllMakesAndNobodyRotates() {
        create(Authority.OPERATOR, "part", false).value();
        allow(Authority.OPERATOR, "part", admin("mail.*")).value();

        assertThat(certify(as("part"), "c1").refusal().code()).isEqualTo(Refusal.Code.PERMISSION_DENIED);
        assertThat(certify(Authority.OPERATOR, "c1").value().certificate()).isEqualTo("billing.example");
        assertThat(certify(Authority.OPERATOR, "c2").refusal().code()).isEqualTo(Refusal.Code.ALREADY_EXISTS);
        allow(Authority.OPERATOR, "c1", produce("orders")).value();
        assertThat(rotate(Authority.OPERATOR, "c1", Duration.ZERO).refusal().code())
                .isEqualTo(Refusal.Code.FAILED_PRECONDITION);
        revoke(Authority.OPERATOR, "c1").value();
        certify(Authority.OPERATOR, "c2").value();
    }

    private Rig.Answer<ApiKey> certify(Authority by, String id) {
        ApiKey key = ApiKey.freshForCertificate(id, id, 0, false, "billing.example");
        return rig.ask(reply -> new Command.CreateKey(by, key, reply));
    }

    @Test
    void onlyAKeyThatIsThereIsAllowedSomething() {
        assertThat(allow(Authority.OPERATOR, "unknown", produce("orders"))
                        .refusal()
                        .code())
                .isEqualTo(Refusal.Code.NOT_FOUND);
    }

    private static Authority as(String id) {
        return new Authority.Holder(id);
    }

    private Rig.Answer<ApiKey> create(Authority by, String id, boolean superadmin) {
        return rig.ask(
                reply -> new Command.CreateKey(by, ApiKey.fresh(id, id, 0, superadmin, "digest of " + id), reply));
    }

    private Rig.Answer<Done> allow(Authority by, String id, Permission... permissions) {
        return rig.ask(reply -> new Command.SetPermissions(by, id, List.of(permissions), reply));
    }

    private Rig.Answer<Done> revoke(Authority by, String id) {
        return rig.ask(reply -> new Command.RevokeKey(by, id, reply));
    }

    private Rig.Answer<ApiKey> get(String id) {
        return rig.ask(reply -> new Command.GetKey(Authority.OPERATOR, id, reply));
    }

    private Rig.Answer<ApiKey> rotate(Authority by, String id, Duration grace) {
        return rig.ask(reply -> new Command.RotateKey(by, id, "another digest", grace.toNanos(), reply));
    }

    private static Permission produce(String pattern) {
        return Permission.of(PermissionKind.PRODUCE, pattern);
    }

    private static Permission consume(String pattern) {
        return Permission.of(PermissionKind.CONSUME, pattern);
    }

    private static Permission admin(String pattern) {
        return Permission.of(PermissionKind.ADMIN, pattern);
    }
}
