package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory and everything in it. */
public final class DirectoryTree {
    private DirectoryTree() {}

    /** Makes one that is not there yet, and those above it that are missing; their names are durable. */
    public static void make(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path above = directory.toAbsolutePath().getParent();
        if (above != null) {
            make(above);
        }
        Files.createDirectories(directory);
        if (above != null) {
            sync(above);
        }
    }

    /** Deletes it, if it is there. */
    public static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Syncs a file, or the names in a directory. */
    public static void sync(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
