package io.fila.storage.rocks;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** The table files of a database. */
public final class Tables {
    private Tables() {}

    /** The file of each family that has one, by the family's title. */
    public static Map<String, Path> of(Database database) {
        return database.opening().rocks().getLiveFilesMetaData().stream()
                .collect(Collectors.toMap(
                        file -> new String(file.columnFamilyName(), StandardCharsets.UTF_8),
                        file -> Path.of(file.fileName().substring(1))));
    }
}
