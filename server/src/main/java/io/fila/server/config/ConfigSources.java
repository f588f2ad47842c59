package io.fila.server.config;

import io.fila.server.settings.ConfigException;
import io.fila.server.settings.Setting;
import io.fila.server.settings.Settings;
import io.fila.server.settings.TomlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sources of the configuration: a file, then the environment, then the command line. Each overrides the one before.
 */
public final class ConfigSources {
    private static final String FILE_NAME = "fila.toml";
    private static final Path SYSTEM_FILE = Path.of("/etc/fila", FILE_NAME);
    private static final String PREFIX = "FILA_";
    private static final String SEPARATOR = "__";
    private static final String DATA_DIR_VARIABLE = "FILA_DATA_DIR";
    private static final String BOOTSTRAP_VARIABLE = "FILA_BOOTSTRAP_APIKEY";

    /** A shorter key could be guessed. */
    private static final int SHORT_KEY = 16;

    private final Settings settings = new Settings(Keys.ALL);
    private final List<String> warnings = new ArrayList<>();

    /**
     * What was read.
     *
     * @param warnings sentences about what was set and means nothing
     */
    public record Outcome(Config config, List<String> warnings) {
        public Outcome {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * What the command line may say about the configuration; null where it says nothing.
     *
     * @param file the configuration file, which must exist
     */
    public record Flags(
            @Nullable String file,
            @Nullable String listen,
            @Nullable String dataDir) {}

    private ConfigSources() {}

    /** Reads all sources; {@code workingDirectory} is where an unnamed file is looked for first. */
    public static Outcome read(Flags flags, Map<String, String> environment, Path workingDirectory)
            throws ConfigException {
        ConfigSources sources = new ConfigSources();
        sources.readFile(flags.file(), workingDirectory);
        sources.readEnvironment(environment);
        sources.readBootstrapKey(environment);
        sources.readFlags(flags);
        return new Outcome(Config.from(sources.settings), sources.warnings);
    }

    /** The defaults with some settings of the caller's, by key as in the file. */
    public static Outcome of(Map<String, String> settings) throws ConfigException {
        ConfigSources sources = new ConfigSources();
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            sources.take(new Setting(setting.getKey(), setting.getValue(), true, "Setting " + setting.getKey()));
        }
        return new Outcome(Config.from(sources.settings), sources.warnings);
    }

    private void readFile(@Nullable String named, Path workingDirectory) throws ConfigException {
        if (named != null) {
            readFile(workingDirectory.resolve(named), named);
            return;
        }
        for (Path candidate : List.of(workingDirectory.resolve(FILE_NAME), SYSTEM_FILE)) {
            if (Files.exists(candidate)) {
                readFile(candidate, candidate.startsWith(workingDirectory) ? FILE_NAME : candidate.toString());
                return;
            }
        }
    }

    private void readFile(Path path, String name) throws ConfigException {
        TomlFile file = TomlFile.read(path, name, Set.of());
        for (Map.Entry<String, Integer> table : file.tables().entrySet()) {
            settings.open(table.getKey());
            if (!Keys.SECTIONS.contains(table.getKey())) {
                refuseProtection(table.getKey(), name + " line " + table.getValue());
            }
        }
        for (Setting setting : file.settings().values()) {
            take(besides(path, setting));
        }
    }

    private void readEnvironment(Map<String, String> environment) throws ConfigException {
        String dataDir = environment.get(DATA_DIR_VARIABLE);
        if (dataDir != null) {
            settings.set(new Setting(Keys.DATA_DIR.name(), dataDir, true, variable(DATA_DIR_VARIABLE)));
        }
        for (Map.Entry<String, String> entry : new TreeMap<>(environment).entrySet()) {
            String name = entry.getKey();
            if (name.startsWith(PREFIX) && name.contains(SEPARATOR)) {
                String key =
                        name.substring(PREFIX.length()).replace(SEPARATOR, ".").toLowerCase(Locale.ROOT);
                take(new Setting(key, entry.getValue(), true, variable(name)));
            }
        }
    }

    /** It wins over everything else, and an empty one is a mistake that must not leave a broker open. */
    private void readBootstrapKey(Map<String, String> environment) throws ConfigException {
        String key = environment.get(BOOTSTRAP_VARIABLE);
        if (key == null) {
            return;
        }
        if (key.isEmpty()) {
            throw new ConfigException(
                    variable(BOOTSTRAP_VARIABLE) + ": Expected a key but it is empty; set it, or remove the variable.");
        }
        if (key.length() < SHORT_KEY) {
            warnings.add(variable(BOOTSTRAP_VARIABLE) + ": The key has fewer than " + SHORT_KEY
                    + " characters and could be guessed; use a longer one.");
        }
        settings.set(new Setting(Keys.BOOTSTRAP_APIKEY.name(), key, true, variable(BOOTSTRAP_VARIABLE)));
    }

    private void readFlags(Flags flags) {
        if (flags.listen() != null) {
            settings.set(new Setting(Keys.LISTEN_ADDR.name(), flags.listen(), true, "Flag --listen"));
        }
        if (flags.dataDir() != null) {
            settings.set(new Setting(Keys.DATA_DIR.name(), flags.dataDir(), true, "Flag --data-dir"));
        }
    }

    private void take(Setting setting) throws ConfigException {
        String warning = settings.take(setting);
        if (warning != null) {
            refuseProtection(setting.key(), setting.where());
            warnings.add(warning);
        }
    }

    /** What is not known and asks for protection stops the start; what is not known otherwise is a warning. */
    private static void refuseProtection(String name, String where) throws ConfigException {
        String objection = Protection.objection(name);
        if (objection != null) {
            throw new ConfigException(where + ": " + objection);
        }
    }

    /** A file that is named in the configuration is found from there. */
    private static Setting besides(Path configuration, Setting setting) {
        boolean isFile = Keys.FILES.stream().anyMatch(key -> key.name().equals(setting.key()));
        Path directory = configuration.getParent();
        return isFile && directory != null && setting.value() instanceof String named && !named.isEmpty()
                ? new Setting(setting.key(), directory.resolve(named).toString(), setting.isText(), setting.where())
                : setting;
    }

    private static String variable(String name) {
        return "Environment variable " + name;
    }
}
