package io.fila.core.broker;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.config.Setting;
import io.fila.core.config.Settings;
import io.fila.core.config.ThrottleSetting;
import io.fila.core.fairness.Lane;
import io.fila.core.record.BucketChanged;
import io.fila.core.record.ConfigChanged;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Rate;
import io.fila.core.throttle.Throttles;
import io.fila.core.turn.Turn;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runtime settings, and their effect on the throttles. */
final class RuntimeConfig {
    /** What begins so is the cluster's own: nobody is shown it, or may set it. */
    static final String OWN = "\u0000fila:";

    private static final String PLACE = OWN + "place:";
    private static final String TERM = OWN + "term";

    private final Settings settings = new Settings();
    private final Throttles<Lane> throttles;

    RuntimeConfig(Throttles<Lane> throttles) {
        this.throttles = throttles;
    }

    void restore(String key, @Nullable String value) {
        settings.set(key, value);
    }

    @Nullable String find(String key) {
        return settings.find(key);
    }

    List<Setting> startingWith(String prefix) {
        return settings.startingWith(prefix).stream()
                .filter(setting -> !setting.key().startsWith(OWN))
                .toList();
    }

    /** The shard that a queue was placed on; -1 for none. */
    int place(String queue) {
        String found = settings.find(PLACE + queue);
        return found == null ? -1 : Integer.parseInt(found);
    }

    void place(String queue, int shard, Turn turn) {
        keep(PLACE + queue, Integer.toString(shard), turn);
    }

    /** The term of whoever was adopted from last. */
    long adoptedTerm() {
        String found = settings.find(TERM);
        return found == null ? 0 : Long.parseLong(found);
    }

    /** Makes these all settings there are in the range. */
    void adopt(Command.Adopt adopt, Turn turn, Throttles.Wake<Lane> woken) {
        Map<String, String> wanted = new LinkedHashMap<>();
        adopt.settings().forEach(setting -> wanted.put(setting.key(), setting.value()));
        for (Setting known : startingWith("")) {
            if (adopt.settingsIn().contains(known.key()) && !wanted.containsKey(known.key())) {
                set(known.key(), "", false, turn, woken);
            }
        }
        wanted.forEach((key, value) -> {
            if (!value.equals(settings.find(key))) {
                set(key, value, false, turn, woken);
            }
        });
        if (adopt.term() != adoptedTerm()) {
            keep(TERM, Long.toString(adopt.term()), turn);
        }
    }

    private void keep(String key, String value, Turn turn) {
        settings.set(key, value);
        turn.record(new ConfigChanged(key, value));
    }

    /** What speaks against the setting, or null if nothing does. */
    @Nullable Refusal objection(String key, String value) {
        int keyBytes = bytes(key);
        if (key.isEmpty() || keyBytes > Limits.CONFIG_KEY_BYTES) {
            return Refusal.invalid("Expected a key of 1 to " + Limits.CONFIG_KEY_BYTES + " bytes but it has " + keyBytes
                    + "; choose another.");
        }
        if (key.startsWith(OWN)) {
            return Refusal.invalid(
                    "Expected a key of your own but it begins as only the cluster's do; choose another.");
        }
        if (!value.isEmpty() && ThrottleSetting.namesNothing(key)) {
            return Refusal.invalid("Expected the name of a throttle key in \"" + key
                    + "\" but there is none; write throttle.KEY, throttle:KEY:rate or throttle:KEY:burst.");
        }
        int valueBytes = bytes(value);
        if (valueBytes > Limits.CONFIG_VALUE_BYTES) {
            return Refusal.invalid("Expected a value of at most " + Limits.CONFIG_VALUE_BYTES + " bytes for \"" + key
                    + "\" but it has " + valueBytes + "; shorten it.");
        }
        if (!value.isEmpty() && settings.find(key) == null && settings.size() >= Limits.CONFIG_ENTRIES) {
            return Refusal.exhausted("Expected at most " + Limits.CONFIG_ENTRIES
                    + " settings but there are that many already; delete some that are not needed.");
        }
        ThrottleSetting throttle = ThrottleSetting.of(key);
        String wrong = throttle == null || value.isEmpty() ? null : throttle.objection(value);
        return wrong == null ? null : Refusal.invalid("Expected for \"" + key + "\" " + wrong);
    }

    /** Carries out a setting there is no objection to; lanes that may go on because of it are shown. */
    void set(String key, String value, Turn turn, Throttles.Wake<Lane> woken) {
        set(key, value, true, turn, woken);
    }

    /** @param owned whether a bucket fills here, or gets its tokens from another shard */
    private void set(String key, String value, boolean owned, Turn turn, Throttles.Wake<Lane> woken) {
        String stored = value.isEmpty() ? null : value;
        settings.set(key, stored);
        turn.announce(new ConfigChanged(key, stored));
        ThrottleSetting throttle = ThrottleSetting.of(key);
        if (throttle != null) {
            throttle(throttle, stored, owned, turn, woken);
        }
    }

    private void throttle(
            ThrottleSetting setting, @Nullable String value, boolean owned, Turn turn, Throttles.Wake<Lane> woken) {
        String key = setting.key();
        String rateAlone = settings.find("throttle:" + key + ":rate");
        if (value != null) {
            apply(key, setting.rate(value, rateAlone, settings.find("throttle:" + key + ":burst")), owned, turn);
        } else if (setting instanceof ThrottleSetting.BurstOnly) {
            apply(
                    key,
                    rateAlone == null ? null : new ThrottleSetting.RateOnly(key).rate(rateAlone, null, null),
                    owned,
                    turn);
        } else if (throttles.remove(key, woken)) {
            turn.record(BucketChanged.gone(key));
        }
    }

    private void apply(String key, @Nullable Rate rate, boolean owned, Turn turn) {
        if (rate != null) {
            turn.note(owned ? throttles.set(key, rate, turn.nowNanos()) : throttles.borrow(key, rate, turn.nowNanos()));
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
