package io.fila.server.config;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was set, by key; what is set later counts. */
final class Settings {
    private final Map<String, Setting> byKey = new LinkedHashMap<>();

    void set(Setting setting) {
        byKey.put(setting.key(), setting);
    }

    <T> T value(Key<T> key) throws ConfigException {
        Setting setting = byKey.get(key.name());
        return setting == null ? key.fallback() : key.read(setting);
    }

    /** Reads all keys, so that a mistake is found in those too that have no effect yet. */
    void checkRest() throws ConfigException {
        for (Key<?> key : Keys.ALL) {
            value(key);
        }
    }
}
