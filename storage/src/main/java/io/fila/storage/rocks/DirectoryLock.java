package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The right to use a data directory; the operating system takes it back from a process that dies, however it dies. */
public final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "fila.lock";

    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes a directory, and makes it if it is not there.
     *
     * @throws StorageException if another process has it
     */
    public static DirectoryLock take(Path directory) {
        Path file = directory.resolve(FILE);
        try {
            Files.createDirectories(directory);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            if (lock(channel) == null) {
                String holder = Files.readString(file).strip();
                channel.close();
                throw new StorageException("Expected to have " + directory.toAbsolutePath()
                        + " for this process alone but process " + holder
                        + " is using it; stop that one or choose another data directory.");
            }
            channel.truncate(0);
            String self = Long.toString(ProcessHandle.current().pid());
            channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)), 0);
            return new DirectoryLock(channel);
        } catch (IOException failure) {
            throw unusable(directory, failure);
        }
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException heldByThisProcess) {
            return null;
        }
    }

    private static StorageException unusable(Path directory, IOException failure) {
        return new StorageException(
                "Expected a data directory at " + directory.toAbsolutePath() + " but it cannot be used: " + failure
                        + "; check its permissions and the disk.",
                failure);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new StorageException("Expected to give the data directory back but could not: " + failure, failure);
        }
    }
}
