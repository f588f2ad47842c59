package io.fila.server.settings;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was set, of the keys that a program knows; what is set later counts. */
public final class Settings {
    private final List<Key<?>> known;
    private final Map<String, Setting> byKey = new LinkedHashMap<>();

    public Settings(List<Key<?>> known) {
        this.known = List.copyOf(known);
    }

    /** Takes a setting of a key that is known. */
    public void set(Setting setting) {
        byKey.put(setting.key(), setting);
    }

    /** Takes a setting somebody wrote; a warning if its key is not known, else null. */
    public @Nullable String take(Setting setting) {
        if (known.stream().anyMatch(key -> key.name().equals(setting.key()))) {
            set(setting);
            return null;
        }
        return setting.where() + ": Unknown key " + setting.key() + " is ignored; did you mean "
                + nearest(setting.key()) + "?";
    }

    private String nearest(String name) {
        return known.stream()
                .map(Key::name)
                .min(Comparator.comparingInt(key -> EditDistance.between(key, name)))
                .orElseThrow();
    }

    public <T> T value(Key<T> key) throws ConfigException {
        Setting setting = byKey.get(key.name());
        return setting == null ? key.fallback() : key.read(setting);
    }

    /** Reads all keys, so that a mistake is found in those too that have no effect yet. */
    public void checkRest() throws ConfigException {
        for (Key<?> key : known) {
            value(key);
        }
    }
}
