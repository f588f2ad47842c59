package io.fila.server.settings;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What was set, of the keys that a program knows; what is set later counts. */
public final class Settings {
    private final List<Key<?>> known;
    private final Map<String, Setting> byKey = new LinkedHashMap<>();
    private final Set<String> sections = new HashSet<>();

    public Settings(List<Key<?>> known) {
        this.known = List.copyOf(known);
    }

    /** Takes note of a section that was opened, even if nothing is set in it. */
    public void open(String section) {
        sections.add(section);
    }

    /** Whether somebody opened a section, or set something in it. */
    public boolean isOpen(String section) {
        return sections.contains(section) || byKey.keySet().stream().anyMatch(key -> key.startsWith(section + "."));
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

    /** Whether somebody set a key. */
    public boolean isSet(Key<?> key) {
        return byKey.containsKey(key.name());
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
