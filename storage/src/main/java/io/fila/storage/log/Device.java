package io.fila.storage.log;

import io.fila.storage.rocks.DirectoryTree;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where the files are that the log is written to. */
public interface Device {
    /** The disk. */
    Device DISK = file -> FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    /** Opens a file for writing; creates it if necessary. */
    FileChannel open(Path file) throws IOException;

    /** Makes the names in a directory durable. */
    default void syncNames(Path directory) throws IOException {
        DirectoryTree.sync(directory);
    }
}
