package io.fila.server.settings;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the part of TOML that a configuration of plain values needs: tables, comments, keys with a text, a number, a truth
 * value or a list of texts, and tables that may come several times. What else TOML knows is refused by name, with the line,
 * so that nothing is misread.
 */
public final class TomlFile {
    private final String name;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, Integer> tables = new LinkedHashMap<>();
    private final Map<String, List<Map<String, Setting>>> repeated = new LinkedHashMap<>();
    private Map<String, Setting> target = settings;
    private String table = "";
    private int lineNumber;

    private TomlFile(String name, Set<String> repeatable) {
        this.name = name;
        repeatable.forEach(each -> repeated.put(each, new ArrayList<>()));
    }

    /** Reads the file at that path, which is called by that name when something is wrong. */
    public static TomlFile read(Path path, String name, Set<String> repeatable) throws ConfigException {
        try {
            return read(name, Files.readAllLines(path), repeatable);
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
    static TomlFile read(String name, List<String> lines, Set<String> repeatable) throws ConfigException {
        TomlFile file = new TomlFile(name, repeatable);
        for (String line : lines) {
            file.lineNumber++;
            file.readLine(new TomlLine(line));
        }
        return file;
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

    private void readLine(TomlLine line) throws ConfigException {
        try {
            if (line.isBlank()) {
                return;
            }
            if (line.skip('[')) {
                openTable(line);
            } else {
                readSetting(line);
            }
        } catch (TomlLine.Mistake mistake) {
            throw new ConfigException(where() + ": " + mistake.getMessage());
        }
    }

    private void openTable(TomlLine line) throws TomlLine.Mistake {
        boolean oneOfMany = line.skip('[');
        table = line.key();
        line.expect(']', "the end of the table's name");
        if (oneOfMany) {
            line.expect(']', "the end of the table's name");
        }
        line.expectEnd();
        List<Map<String, Setting>> all = repeated.get(table);
        if (oneOfMany != (all != null)) {
            throw new TomlLine.Mistake(
                    oneOfMany
                            ? "Expected a table [" + table + "] but found an array of tables; use a table."
                            : "Expected [[" + table + "]], of which there may be several, but found one table.");
        }
        if (all != null) {
            target = new LinkedHashMap<>();
            all.add(target);
            table = "";
            return;
        }
        target = settings;
        Integer before = tables.put(table, lineNumber);
        if (before != null) {
            throw new TomlLine.Mistake(
                    "Expected table [" + table + "] once but it is in line " + before + " already; put them together.");
        }
    }

    private void readSetting(TomlLine line) throws TomlLine.Mistake {
        String key = line.key();
        line.expect('=', "a value after key \"" + key + "\"");
        Object value = line.value();
        line.expectEnd();
        String path = table.isEmpty() ? key : table + "." + key;
        Setting before = target.put(path, new Setting(path, value, false, where()));
        if (before != null) {
            throw new TomlLine.Mistake(
                    "Expected key \"" + path + "\" once but it is in " + before.where() + " already; remove one.");
        }
    }

    private String where() {
        return name + " line " + lineNumber;
    }
}
