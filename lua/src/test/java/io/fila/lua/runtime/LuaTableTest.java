package io.fila.lua.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A table beside a plain map. */
class LuaTableTest {
    private static final int SEEDS = 300;
    private static final int STEPS = 400;

    private final Machine machine = new Machine(Clock.system());

    @Test
    void tableHoldsWhatAMapHolds() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            LuaTable table = machine.newTable(random.nextInt(4), random.nextInt(4));
            Map<Object, Object> oracle = new HashMap<>();
            for (int step = 0; step < STEPS; step++) {
                Object key = key(random);
                Object value = random.nextInt(3) == 0 ? null : (Object) (long) step;
                table.put(key, value);
                put(oracle, key, value);
                assertThat(table.get(key)).as("seed %d step %d", seed, step).isEqualTo(value);
            }
            check(seed, table, oracle);
        }
    }

    private static void put(Map<Object, Object> oracle, Object key, @Nullable Object value) {
        Long integer = Numbers.exactInteger(key);
        Object normal = integer == null ? key : integer;
        if (value == null) {
            oracle.remove(normal);
        } else {
            oracle.put(normal, value);
        }
    }

    private static void check(long seed, LuaTable table, Map<Object, Object> oracle) {
        Map<Object, Object> seen = new HashMap<>();
        for (@Nullable Object[] entry = table.next(null); entry != null; entry = table.next(entry[0])) {
            assertThat(seen.put(entry[0], entry[1]))
                    .as("seed %d met %s twice", seed, entry[0])
                    .isNull();
        }
        assertThat(seen).as("seed %d", seed).isEqualTo(oracle);
        Set<Object> places = new HashSet<>();
        for (int at = table.advance(-1); at >= 0; at = table.advance(at)) {
            places.add(table.keyAt(at));
            assertThat(table.valueAt(at)).isEqualTo(oracle.get(table.keyAt(at)));
        }
        assertThat(places).as("seed %d", seed).isEqualTo(oracle.keySet());
        long length = table.length();
        assertThat(length == 0 || oracle.containsKey(length))
                .as("seed %d length %d", seed, length)
                .isTrue();
        assertThat(oracle.containsKey(length + 1))
                .as("seed %d length %d", seed, length)
                .isFalse();
    }

    private static Object key(Random random) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> (long) random.nextInt(20) + 1;
            case 2 -> (double) random.nextInt(10);
            case 3 -> random.nextInt(5) + 0.5;
            case 4 -> random.nextLong(-5, 1000);
            default -> "key" + random.nextInt(20);
        };
    }

    @Test
    void traversalMayClearWhatItMeets() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            LuaTable table = machine.newTable(0, 0);
            Set<Object> keys = new HashSet<>();
            for (int i = 0; i < 60; i++) {
                Object key = random.nextBoolean() ? (Object) (long) (random.nextInt(40) + 1) : "k" + random.nextInt(40);
                table.put(key, true);
                keys.add(key);
            }

            Set<Object> met = new HashSet<>();
            for (@Nullable Object[] entry = table.next(null); entry != null; entry = table.next(entry[0])) {
                met.add(entry[0]);
                table.put(entry[0], null);
            }

            assertThat(met).as("seed %d", seed).isEqualTo(keys);
            assertThat(table.next(null)).as("seed %d", seed).isNull();
        }
    }

    @Test
    void constructorKeepsHolesBelowItsLastValue() {
        LuaTable table = machine.newTable(0, 1);
        table.put("n", 3L);
        table.putAll(1, new @Nullable Object[] {1L, null, 3L, null});

        assertThat(table.length()).isEqualTo(3);
        assertThat(table.get(2)).isNull();
    }
}
