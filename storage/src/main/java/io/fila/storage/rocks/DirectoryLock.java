package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The lock on a data directory. The operating system releases it when the process dies, however it dies. */
public final class DirectoryLock implements AutoCloseable {
    private static final String FILE = "fila.lock";

    /** The directories that this process holds: asking the operating system again would release the lock. */
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;

    private DirectoryLock(Path directory, FileChannel channel) {
        this.directory = directory;
        this.channel = channel;
    }

    /**
     * Takes a directory, and makes it if it is not there.
     *
     * @throws StorageException if another process has it, or this one already
     */
    public static DirectoryLock take(Path wanted) {
        try {
            DirectoryTree.make(wanted);
            Path directory = wanted.toRealPath();
            String self = Long.toString(ProcessHandle.current().pid());
            if (!HELD.add(directory)) {
                throw taken(directory, self);
            }
            try {
                return new DirectoryLock(directory, lock(directory, self));
            } catch (IOException | RuntimeException failure) {
                HELD.remove(directory);
                throw failure;
            }
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected a data directory at " + wanted.toAbsolutePath() + " but it cannot be used: "
                            + FileFault.explain(failure) + "; check its permissions and the disk.",
                    failure);
        }
    }

    private static FileChannel lock(Path directory, String self) throws IOException {
        Path file = directory.resolve(FILE);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            String holder = Files.readString(file).strip();
            channel.close();
            throw taken(directory, holder);
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(self.getBytes(StandardCharsets.UTF_8)), 0);
        return channel;
    }

    private static StorageException taken(Path directory, String holder) {
        return new StorageException("Expected to have " + directory + " for this process alone but process " + holder
                + " is using it; stop that one or choose another data directory.");
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException failure) {
            throw new StorageException(
                    "Expected to release the data directory but could not: " + FileFault.explain(failure), failure);
        } finally {
            HELD.remove(directory);
        }
    }
}
