package io.fila.server.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the part of TOML that a configuration of plain values needs: tables, comments, and keys with a text, a number or a
 * truth value. What else TOML knows is refused by name, with the line, so that nothing is misread.
 */
final class TomlFile {
    private final String name;
    private final Map<String, Setting> settings = new LinkedHashMap<>();
    private final Map<String, Integer> tables = new LinkedHashMap<>();
    private String table = "";
    private int lineNumber;

    private TomlFile(String name) {
        this.name = name;
    }

    /** The settings of a file by their dotted keys, in the order of the file; an empty table is one with no settings. */
    static TomlFile read(String name, List<String> lines) throws ConfigException {
        TomlFile file = new TomlFile(name);
        for (String line : lines) {
            file.lineNumber++;
            file.readLine(new TomlLine(line));
        }
        return file;
    }

    Map<String, Setting> settings() {
        return settings;
    }

    /** The tables that were opened, and where. */
    Map<String, Integer> tables() {
        return tables;
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
        if (line.skip('[')) {
            throw new TomlLine.Mistake("Expected a table such as [server] but found an array of tables; use a table.");
        }
        table = line.key();
        line.expect(']', "the end of the table's name");
        line.expectEnd();
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
        Setting before = settings.put(path, new Setting(path, value, false, where()));
        if (before != null) {
            throw new TomlLine.Mistake(
                    "Expected key \"" + path + "\" once but it is in " + before.where() + " already; remove one.");
        }
    }

    private String where() {
        return name + " line " + lineNumber;
    }
}
