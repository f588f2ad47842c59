package io.fila.core.broker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.core.command.Command;
import io.fila.core.config.Setting;
import io.fila.core.message.Scheduling;
import io.fila.core.record.Snapshot;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.turn.Turn;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RuntimeConfigTest {
    private final Rig rig = new Rig();

    private List<Setting> list(String prefix) {
        return rig.<List<Setting>>ask(reply -> new Command.ListConfig(prefix, reply))
                .value();
    }

    @Test
    void settingIsReadBackListedAndSurvivesARestart() {
        rig.set("feature:b", "on").value();
        rig.set("feature:a", "off").value();
        rig.set("other", "x").value();

        rig.restart();

        assertThat(rig.get("feature:b").value()).isEqualTo("on");
        assertThat(list("feature:")).containsExactly(new Setting("feature:a", "off"), new Setting("feature:b", "on"));
        assertThat(list("")).hasSize(3);
    }

    @Test
    void emptyValueDeletes() {
        rig.set("feature", "on").value();

        rig.set("feature", "").value();

        assertThat(rig.get("feature").refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
        rig.restart();
        assertThat(list("")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "throttle:api:rate, fast",
        "throttle:api:rate, -1",
        "throttle:api:rate, NaN",
        "throttle:api:rate, Infinity",
        "throttle:api:burst, 0.5",
        "throttle.api, 10",
        "throttle.api, '10,0'",
        "throttle.api, '10,20,30'",
        "throttle.api, 'x,20'",
        "throttle., '10,20'",
        "throttle:, '10,20'",
        "throttle::rate, 10",
        "throttle::burst, 10"
    })
    void malformedThrottleIsRefusedAndChangesNothing(String key, String value) {
        Refusal refusal = rig.set(key, value).refusal();

        assertThat(refusal.code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        assertThat(refusal.sentence()).contains(key);
        assertThat(list("")).isEmpty();
    }

    @Test
    void settingWithoutANameIsAskedForInVain() {
        assertThat(rig.get("").refusal().code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        assertThat(rig.get("k".repeat(257)).refusal().code()).isEqualTo(Refusal.Code.NOT_FOUND);
    }

    @Test
    void namesAndValuesHaveLimits() {
        assertThat(rig.set("", "x").refusal().code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        assertThat(rig.set("k".repeat(257), "x").refusal().code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        assertThat(rig.set("k", "x".repeat(1025)).refusal().code()).isEqualTo(Refusal.Code.INVALID_ARGUMENT);
        rig.set("k".repeat(256), "x".repeat(1024)).value();
    }

    /** How many of twenty messages under the throttle go out at once: the burst. */
    private int burst() {
        rig.create("probe");
        for (int i = 0; i < 20; i++) {
            rig.enqueue("probe", new Scheduling("a", 1, List.of("api")), "m" + i);
        }
        int burst = rig.consume("probe", 20).received.size();
        rig.delete("probe");
        return burst;
    }

    @Test
    void rateAloneMeansABurstOfOneSecond() {
        rig.set("throttle:api:rate", "7").value();

        assertThat(burst()).isEqualTo(7);
    }

    @Test
    void slowRateAloneStillLetsOneOut() {
        rig.set("throttle:api:rate", "0.1").value();

        assertThat(burst()).isEqualTo(1);
    }

    @Test
    void burstAloneThrottlesNothing() {
        rig.set("throttle:api:burst", "3").value();

        assertThat(burst()).isEqualTo(20);
    }

    @Test
    void burstAndRateTogetherInEitherOrder() {
        rig.set("throttle:api:burst", "3").value();
        rig.set("throttle:api:rate", "1").value();

        assertThat(burst()).isEqualTo(3);
    }

    @Test
    void theSpellingSetLastWins() {
        rig.set("throttle:api:rate", "2").value();
        rig.set("throttle.api", "1,9").value();
        rig.set("throttle:api:burst", "1").value();

        assertThat(burst()).isEqualTo(1);
    }

    @Test
    void deletingTheRateFreesTheKey() {
        rig.set("throttle:api:rate", "1").value();
        rig.set("throttle:api:burst", "2").value();

        rig.set("throttle:api:rate", "").value();

        assertThat(burst()).isEqualTo(20);
        rig.restart();
        assertThat(burst()).isEqualTo(20);
    }

    @Test
    void edgesAreToldOfSettingsAndQueuesBeforeAnyoneIsAnswered() {
        Rig.Answer<Done> answer = new Rig.Answer<>();

        Turn turn = rig.turn(List.of(new Command.SetConfig("feature", "on", answer)));

        assertThat(turn.notices()).hasSize(1);
    }

    @Test
    void limitSetAndLiftedInOneTurnIsNotThereAfterARestart() {
        rig.turn(List.of(
                new Command.SetConfig("throttle.api", "1,1", new Rig.Answer<>()),
                new Command.SetConfig("throttle.api", "", new Rig.Answer<>())));
        Snapshot before = rig.snapshot();

        rig.restart();

        assertThat(rig.snapshot()).isEqualTo(before);
        assertThat(before.buckets()).isEmpty();
    }
}
