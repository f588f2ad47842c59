package io.fila.simulator.actor;

import io.fila.core.Limits;
import io.fila.core.command.Command;
import io.fila.core.config.Setting;
import io.fila.core.reply.Done;
import io.fila.simulator.chance.Chance;
import io.fila.simulator.hook.FakeHooks;
import io.fila.simulator.process.Sent;
import io.fila.simulator.world.World;
import java.util.List;

/** Sets limits in either spelling during work, removes them, sends invalid values, and reads settings. */
final class Operator implements Actor {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_BURST = 12;
    private static final int LONGEST_SETTING = 5;

    private final World world;
    private final Chance chance;

    Operator(World world) {
        this.world = world;
        this.chance = world.chance().fork();
    }

    @Override
    public long act() {
        List<String> limits = world.workload().limits();
        int what = chance.below(10);
        if (what < 6 && !limits.isEmpty()) {
            String key = chance.pickSkewed(limits);
            if (chance.oneIn(5)) {
                lift(key);
            } else {
                limit(key);
            }
            if (chance.oneIn(4)) {
                lift(key);
            }
        } else if (what < 7) {
            blunder(chance.pick(List.of("throttle.limit-0", "throttle:limit-0:rate", "throttle:limit-1:burst")));
        } else if (what < 8) {
            set(FakeHooks.SHIFT, "x".repeat(chance.between(0, LONGEST_SETTING)));
        } else {
            look();
        }
        return chance.around(6 * world.workload().pauseNanos());
    }

    private void limit(String key) {
        switch (chance.below(3)) {
            case 0 -> set("throttle." + key, rate() + "," + burst());
            case 1 -> set("throttle:" + key + ":rate", rate());
            default -> set("throttle:" + key + ":burst", burst());
        }
    }

    private void lift(String key) {
        set(chance.pick(List.of("throttle." + key, "throttle:" + key + ":rate", "throttle:" + key + ":burst")), "");
    }

    /** From never to faster than clients act. */
    private String rate() {
        double acts = NANOS_PER_SECOND / world.workload().pauseNanos();
        long thousandths = Math.round(acts * chance.pick(List.of(0, 50, 200, 500, 1000, 1000, 5000)));
        return thousandths / 1000 + "."
                + String.valueOf(1000 + thousandths % 1000).substring(1);
    }

    private String burst() {
        return chance.between(1, MOST_BURST) + chance.pick(List.of("", "", ".5"));
    }

    private void blunder(String key) {
        set(key, chance.pick(List.of("-1", "many", "1,0.5", "0.5", "NaN", "1,2,3", ",")));
        set("", "nameless");
        set("k".repeat(Limits.CONFIG_KEY_BYTES + 1), "long");
        set("wordy", "v".repeat(Limits.CONFIG_VALUE_BYTES + chance.between(0, 1)));
    }

    private void set(String key, String value) {
        world.send(Sent.<Done>asking(reply -> new Command.SetConfig(key, value, reply), answer -> {}));
    }

    private void look() {
        String key = chance.pick(List.of(FakeHooks.SHIFT, "throttle:limit-0:rate", "unheard-of"));
        String prefix = chance.pick(List.of("", "throttle", "throttle:", "z"));
        world.send(Sent.<String>asking(reply -> new Command.GetConfig(key, reply), answer -> {}));
        world.send(Sent.<List<Setting>>asking(reply -> new Command.ListConfig(prefix, reply), answer -> {}));
    }
}
