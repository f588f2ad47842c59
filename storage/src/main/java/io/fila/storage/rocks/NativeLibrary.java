package io.fila.storage.rocks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * RocksDB's native code. Its own loader leaves a copy in the temporary directory whenever the process is killed; this one
 * unpacks it once, under the name of its version, and uses that copy from then on.
 */
final class NativeLibrary {
    /** Names a directory that has the library, or is to have it. A distribution brings it along there. */
    static final String DIRECTORY_PROPERTY = "fila.native.dir";

    private static final String SUBDIRECTORY = "native";
    private static final String PREFIX = "rocksdb-";

    /** The name that RocksDB looks for in a directory; in the jar it has another. */
    private static final String FILE = Environment.getJniLibraryFileName("rocksdbjni");

    private static boolean loaded;

    private NativeLibrary() {}

    /**
     * Loads the library, if that has not happened yet.
     *
     * @param data the data directory, which belongs to this process; the library is kept in it unless there is a better place
     */
    static synchronized void load(Path data) {
        if (!loaded) {
            String named = System.getProperty(DIRECTORY_PROPERTY, "");
            loadFrom(named.isEmpty() ? data.resolve(SUBDIRECTORY).resolve(PREFIX + version()) : Path.of(named));
            loaded = true;
        }
    }

    private static void loadFrom(Path directory) {
        try {
            unpack(directory);
            RocksDB.loadLibrary(List.of(directory.toString()));
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to unpack RocksDB's native library into " + directory + " but could not: "
                            + FileFault.explain(failure) + "; make room there, or name another directory with -D"
                            + DIRECTORY_PROPERTY + "=DIR.",
                    failure);
        } catch (UnsatisfiedLinkError refused) {
            throw new StorageException(
                    "Expected to load RocksDB's native library from " + directory + " but the system refused: "
                            + refused.getMessage() + "; if that disk is mounted noexec, name another directory with -D"
                            + DIRECTORY_PROPERTY + "=DIR.",
                    refused);
        }
    }

    /** Moves a complete copy into place, so a process that is killed meanwhile leaves no partial one. */
    private static void unpack(Path directory) throws IOException {
        URL packed = RocksDB.class.getClassLoader().getResource(Environment.getJniLibraryFileName("rocksdb"));
        Path library = directory.resolve(FILE);
        if (packed == null || isThere(library, packed)) {
            return;
        }
        Files.createDirectories(directory);
        Path draft = directory.resolve(FILE + ".new");
        try (InputStream bytes = packed.openStream()) {
            Files.copy(bytes, draft, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.move(draft, library, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        forgetOthers(directory);
    }

    private static boolean isThere(Path library, URL packed) throws IOException {
        return Files.isRegularFile(library)
                && Files.size(library) == packed.openConnection().getContentLengthLong();
    }

    /** Copies of other versions, which an upgrade leaves behind. */
    private static void forgetOthers(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent == null || !isNamedForAVersion(directory)) {
            return;
        }
        try (Stream<Path> all = Files.list(parent)) {
            for (Path other : (Iterable<Path>) all.filter(NativeLibrary::isNamedForAVersion)::iterator) {
                if (!other.equals(directory)) {
                    DirectoryTree.delete(other);
                }
            }
        }
    }

    private static boolean isNamedForAVersion(Path directory) {
        Path name = directory.getFileName();
        return name != null && name.toString().startsWith(PREFIX);
    }

    private static String version() {
        Properties properties = new Properties();
        try (@Nullable InputStream file = NativeLibrary.class.getResourceAsStream("rocksdb.properties")) {
            if (file != null) {
                properties.load(file);
            }
        } catch (IOException unreadable) {
            throw new StorageException(
                    "Expected to read a file of this jar but could not: " + FileFault.explain(unreadable) + ".",
                    unreadable);
        }
        return properties.getProperty("version", "unknown");
    }
}
