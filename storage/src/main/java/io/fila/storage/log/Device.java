package io.fila.storage.log;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Where the log is written to. */
public interface Device {
    /** The disk. */
    Device DISK = file -> FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);

    /** Opens a file to be written, and makes it if it is not there. */
    FileChannel open(Path file) throws IOException;
}
