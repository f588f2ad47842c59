package io.fila.scripting;

import io.fila.lua.HostFunction;
import io.fila.lua.LuaText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code fila.get(key)}: the text of a runtime setting, or nil. */
record SettingLookup(Map<String, String> settings) implements HostFunction {
    @Override
    public @Nullable Object call(@Nullable Object[] arguments) {
        return arguments.length > 0 && arguments[0] instanceof String key ? settings.get(LuaText.decode(key)) : null;
    }
}
