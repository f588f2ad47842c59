package io.fila.embedded;

import java.nio.file.Path;
import java.util.Collections;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The options of an embedded broker.
 *
 * @param directory where it keeps its data; null means a temporary directory that is removed when the broker is closed
 * @param port the port for other programs; 0 takes a free one, empty means none
 * @param settings other settings, by key as in {@code fila.toml}
 */
public record EmbeddedOptions(@Nullable Path directory, OptionalInt port, SortedMap<String, String> settings) {
    static final String DATA_DIRECTORY = "server.data_dir";

    private static final String LISTEN_ADDRESS = "server.listen_addr";
    private static final String HTTP_ADDRESS = "server.http_addr";

    public static final EmbeddedOptions DEFAULT =
            new EmbeddedOptions(null, OptionalInt.empty(), Collections.emptySortedMap());

    public EmbeddedOptions {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
        refuse(settings, DATA_DIRECTORY, "withDirectory");
        refuse(settings, LISTEN_ADDRESS, "withPort");
        refuse(settings, HTTP_ADDRESS, "withPort, which is for gRPC; there is no HTTP port");
    }

    /** What is decided elsewhere would be ignored here, and data put where nobody looks for it. */
    private static void refuse(SortedMap<String, String> settings, String key, String instead) {
        if (settings.containsKey(key)) {
            throw new IllegalArgumentException(
                    "Expected no setting of " + key + " for a broker inside a program; use " + instead + ".");
        }
    }

    public EmbeddedOptions withDirectory(Path dataDirectory) {
        return new EmbeddedOptions(dataDirectory, port, settings);
    }

    /** Lets other programs on this machine connect; 0 takes a free port. */
    public EmbeddedOptions withPort(int number) {
        return new EmbeddedOptions(directory, OptionalInt.of(number), settings);
    }

    /** Sets a key of {@code fila.toml}, such as {@code storage.durability} to {@code os}. */
    public EmbeddedOptions with(String key, String value) {
        SortedMap<String, String> more = new TreeMap<>(settings);
        more.put(key, value);
        return new EmbeddedOptions(directory, port, more);
    }
}
