package io.fila.server.node;

import io.fila.core.access.ApiKey;
import io.fila.core.command.NameRange;
import io.fila.core.config.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.ToIntFunction;

/** The settings and keys that all shards are to have, by name. */
record Shareable(TreeMap<String, Setting> settings, TreeMap<String, ApiKey> keys) {
    /** Settings, or keys and their permissions, that are told at once: together they fit into a message between nodes. */
    private static final int PART = 500;

    /** Everything that there is in two ranges. */
    record Part(NameRange settingsIn, List<Setting> settings, NameRange keysIn, List<ApiKey> keys) {
        static Part of(NameRange in, List<Setting> settings) {
            return new Part(in, settings, NameRange.NONE, List.of());
        }

        static Part ofKeys(NameRange in, List<ApiKey> keys) {
            return new Part(NameRange.NONE, List.of(), in, keys);
        }
    }

    static Shareable of(List<Setting> settings, List<ApiKey> keys) {
        TreeMap<String, Setting> byName = new TreeMap<>();
        settings.forEach(setting -> byName.put(setting.key(), setting));
        TreeMap<String, ApiKey> byId = new TreeMap<>();
        keys.forEach(key -> byId.put(key.id(), key));
        return new Shareable(byName, byId);
    }

    /** Everything. */
    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        split(settings, setting -> 1, (in, some) -> parts.add(Part.of(in, some)));
        split(keys, key -> 1 + key.permissions().size(), (in, some) -> parts.add(Part.ofKeys(in, some)));
        return parts;
    }

    private static <T> void split(TreeMap<String, T> all, ToIntFunction<T> size, BiConsumer<NameRange, List<T>> then) {
        String from = "";
        List<T> some = new ArrayList<>();
        int together = 0;
        for (Map.Entry<String, T> each : all.entrySet()) {
            some.add(each.getValue());
            together += size.applyAsInt(each.getValue());
            if (together >= PART) {
                String to = NameRange.after(each.getKey());
                then.accept(new NameRange(from, to), some);
                from = to;
                some = new ArrayList<>();
                together = 0;
            }
        }
        then.accept(new NameRange(from, null), some);
    }

    /** What has changed. */
    List<Part> since(Shareable before) {
        List<Part> parts = new ArrayList<>();
        changes(before.settings, settings, (in, some) -> parts.add(Part.of(in, some)));
        changes(before.keys, keys, (in, some) -> parts.add(Part.ofKeys(in, some)));
        return parts;
    }

    private static <T> void changes(
            TreeMap<String, T> before, TreeMap<String, T> now, BiConsumer<NameRange, List<T>> then) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        for (String name : names) {
            T is = now.get(name);
            if (is == null) {
                then.accept(NameRange.only(name), List.of());
            } else if (!is.equals(before.get(name))) {
                then.accept(NameRange.only(name), List.of(is));
            }
        }
    }
}
