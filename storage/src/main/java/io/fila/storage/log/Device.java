package io.fila.storage.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Opens the files that the log is written to. */
public interface Device {
    /** The disk. */
    Device DISK = file -> FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    /** Opens a file for writing; creates it if necessary. */
    FileChannel open(Path file) throws IOException;
}
