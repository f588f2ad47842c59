package io.fila.core.config;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All runtime settings, sorted by name. */
public final class Settings {
    private final TreeMap<String, String> values = new TreeMap<>();

    public void set(String key, @Nullable String value) {
        if (value == null) {
            values.remove(key);
        } else {
            values.put(key, value);
        }
    }

    public @Nullable String find(String key) {
        return values.get(key);
    }

    public int size() {
        return values.size();
    }

    public List<Setting> startingWith(String prefix) {
        List<Setting> found = new ArrayList<>();
        for (var entry : values.tailMap(prefix, true).entrySet()) {
            if (!entry.getKey().startsWith(prefix)) {
                break;
            }
            found.add(new Setting(entry.getKey(), entry.getValue()));
        }
        return found;
    }
}
