package io.fila.server.settings;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.tomlj.Toml;
import org.tomlj.TomlArray;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;

/** A configuration file in TOML, as settings with dotted keys that know their line, and tables that may come several times. */
public final class TomlFile {
    /** Bytes of a configuration file; a larger one is a mistake and refused. */
    private static final long FILE_BYTES = 1 << 20;

    /** How the library says what is wrong in most cases. */
    private static final Pattern UNEXPECTED = Pattern.compile("Unexpected (?<found>.*?), expected (?<expected>.*)");

    private final String name;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, Integer> tables = new LinkedHashMap<>();
    private final Map<String, List<Map<String, Setting>>> repeated = new LinkedHashMap<>();

    private TomlFile(String name, Set<String> repeatable) {
        this.name = name;
        repeatable.forEach(each -> repeated.put(each, new ArrayList<>()));
    }

    /** Reads the file at that path, which is called by that name when something is wrong. */
    public static TomlFile read(Path path, String name, Set<String> repeatable) throws ConfigException {
        try {
            if (Files.size(path) > FILE_BYTES) {
                throw new ConfigException("Expected a configuration file of at most " + FILE_BYTES + " bytes but "
                        + name + " has " + Files.size(path) + "; check that it is the right file.");
            }
            return read(name, Files.readString(path), repeatable);
        } catch (CharacterCodingException notText) {
            throw new ConfigException(
                    "Expected a configuration file in UTF-8 but " + name + " is not; save it as UTF-8.");
        } catch (NoSuchFileException missing) {
            throw new ConfigException("Expected a readable configuration file " + name + " but there is none.");
        } catch (IOException unreadable) {
            throw new ConfigException("Expected a readable configuration file " + name + " but it can't be read: "
                    + unreadable.getMessage() + ".");
        }
    }

    /**
     * Reads the settings of a file by their dotted keys, in the order of the file; an empty table is one with no settings.
     *
     * @param repeatable the tables that may come several times, as {@code [[name]]}
     */
    static TomlFile read(String name, String text, Set<String> repeatable) throws ConfigException {
        TomlFile file = new TomlFile(name, repeatable);
        TomlParseResult parsed = parsed(text);
        if (parsed == null) {
            throw new ConfigException(file.where(lineThatFails(text))
                    + ": Expected TOML but found a mistake in this line or before it, such as a bracket that is not"
                    + " closed.");
        }
        if (parsed.hasErrors()) {
            throw file.mistake(parsed.errors().getFirst());
        }
        file.takeTop(parsed, "");
        return file;
    }

    /** What the library makes of a text; null if it fails, as it does at some mistakes instead of telling of them. */
    private static @Nullable TomlParseResult parsed(String text) {
        try {
            return Toml.parse(text);
        } catch (RuntimeException | StackOverflowError failed) {
            return null;
        }
    }

    /** The last line of the shortest beginning of a text at which the library fails. */
    private static int lineThatFails(String text) {
        List<String> lines = text.lines().toList();
        int good = 0;
        int bad = lines.size();
        while (bad - good > 1) {
            int middle = (good + bad) / 2;
            if (parsed(String.join("\n", lines.subList(0, middle))) == null) {
                bad = middle;
            } else {
                good = middle;
            }
        }
        return bad;
    }

    public Map<String, Setting> settings() {
        return settings;
    }

    /** The tables that were opened, and where. */
    public Map<String, Integer> tables() {
        return tables;
    }

    /** What stands in each of the tables of that name, which may come several times. */
    public List<Map<String, Setting>> repeated(String table) {
        return repeated.getOrDefault(table, List.of());
    }

    private void takeTop(TomlTable table, String path) throws ConfigException {
        for (Map.Entry<String, Object> entry : table.entrySet()) {
            String key = joined(path, entry.getKey());
            int line = line(table, entry.getKey());
            List<Map<String, Setting>> several = repeated.get(key);
            if (isOfTables(entry.getValue())) {
                if (several == null) {
                    throw new ConfigException(where(line) + ": Expected a table [" + key
                            + "] but found an array of tables; use a table.");
                }
                takeEach((TomlArray) entry.getValue(), several);
            } else if (several != null) {
                throw new ConfigException(where(line) + ": Expected [[" + key
                        + "]], of which there may be several, but found one table.");
            } else if (entry.getValue() instanceof TomlTable inner) {
                tables.put(key, line);
                takeTop(inner, key);
            } else {
                put(settings, key, entry.getValue(), line);
            }
        }
    }

    private void takeEach(TomlArray array, List<Map<String, Setting>> several) {
        for (int i = 0; i < array.size(); i++) {
            Map<String, Setting> one = new LinkedHashMap<>();
            several.add(one);
            takeInner(array.getTable(i), "", one);
        }
    }

    private void takeInner(TomlTable table, String path, Map<String, Setting> target) {
        for (Map.Entry<String, Object> entry : table.entrySet()) {
            String key = joined(path, entry.getKey());
            if (entry.getValue() instanceof TomlTable inner) {
                takeInner(inner, key, target);
            } else {
                put(target, key, entry.getValue(), line(table, entry.getKey()));
            }
        }
    }

    private void put(Map<String, Setting> target, String key, Object value, int line) {
        Object plain = value instanceof TomlArray array ? List.copyOf(array.toList()) : value;
        target.put(key, new Setting(key, plain, false, where(line)));
    }

    private static String joined(String path, String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    private static int line(TomlTable table, String key) {
        return Objects.requireNonNull(table.inputPositionOf(List.of(key))).line();
    }

    private static boolean isOfTables(Object value) {
        return value instanceof TomlArray array && !array.isEmpty() && array.get(0) instanceof TomlTable;
    }

    private ConfigException mistake(TomlParseError error) {
        String said = String.valueOf(error.getMessage());
        Matcher unexpected = UNEXPECTED.matcher(said);
        String place = " in column " + error.position().column();
        String sentence = unexpected.matches()
                ? "Expected " + unexpected.group("expected") + place + " but found " + unexpected.group("found") + "."
                : "Expected TOML but" + place + " is a mistake: "
                        + said.substring(0, 1).toLowerCase(Locale.ROOT) + said.substring(1) + ".";
        return new ConfigException(where(error.position().line()) + ": " + sentence);
    }

    private String where(int line) {
        return name + " line " + line;
    }
}
