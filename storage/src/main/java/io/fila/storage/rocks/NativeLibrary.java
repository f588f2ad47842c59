package io.fila.storage.rocks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rocksdb.RocksDB;
import org.rocksdb.util.Environment;

/**
 * RocksDB's native code. Its own loader leaves a copy in the temporary directory whenever the process is killed; this one
 * takes the copy away as soon as it is loaded.
 */
final class NativeLibrary {
    private static boolean loaded;

    private NativeLibrary() {}

    static synchronized void load() {
        if (!loaded) {
            loadFromCopy();
            loaded = true;
        }
    }

    private static void loadFromCopy() {
        String name = Environment.getJniLibraryFileName("rocksdb");
        try (InputStream library = RocksDB.class.getClassLoader().getResourceAsStream(name)) {
            if (library == null) {
                RocksDB.loadLibrary();
                return;
            }
            Path directory = Files.createTempDirectory("fila-rocksdb");
            // Not the name it has in the jar: this is what RocksDB looks for in a directory.
            Path copy = directory.resolve(Environment.getJniLibraryFileName("rocksdbjni"));
            try {
                Files.copy(library, copy);
                RocksDB.loadLibrary(List.of(directory.toString()));
            } finally {
                Files.deleteIfExists(copy);
                Files.deleteIfExists(directory);
            }
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to unpack RocksDB's native library into " + System.getProperty("java.io.tmpdir")
                            + " but could not: " + failure.getMessage()
                            + "; make room there or set -Djava.io.tmpdir to another directory.",
                    failure);
        }
    }
}
