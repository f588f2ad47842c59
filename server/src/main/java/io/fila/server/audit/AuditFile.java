package io.fila.server.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file that is rotated when it is full: to {@code .1}, the one before to {@code .2}, and so on; the last is deleted. After a
 * failure the next write opens it again. For one thread.
 */
final class AuditFile implements AutoCloseable {
    private final Path file;
    private final long mostBytes;
    private final int files;
    private @Nullable FileChannel channel;
    private long bytes;

    AuditFile(Path file, long mostBytes, int files) {
        this.file = file;
        this.mostBytes = mostBytes;
        this.files = files;
    }

    /** Writes whole lines; if it fails, some of them may be there. */
    void append(byte[] lines) throws IOException {
        try {
            FileChannel open = channel == null ? open() : channel;
            if (bytes > 0 && bytes + lines.length > mostBytes) {
                close();
                putAside();
                open = open();
            }
            ByteBuffer rest = ByteBuffer.wrap(lines);
            while (rest.hasRemaining()) {
                bytes += open.write(rest);
            }
        } catch (IOException failed) {
            close();
            throw failed;
        }
    }

    private FileChannel open() throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        FileChannel open = FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                forItsOwnerAlone());
        channel = open;
        bytes = open.size();
        open.position(bytes);
        if (bytes > 0 && !endsWithALine(open)) {
            bytes += open.write(ByteBuffer.wrap(new byte[] {'\n'}));
        }
        return open;
    }

    private static FileAttribute<?>[] forItsOwnerAlone() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** A line may have been cut off by a crash or a full disk; the next must not run into it. */
    private boolean endsWithALine(FileChannel open) throws IOException {
        ByteBuffer last = ByteBuffer.allocate(1);
        return open.read(last, bytes - 1) == 1 && last.get(0) == '\n';
    }

    private void putAside() throws IOException {
        for (int older = files - 1; older > 0; older--) {
            Path newer = numbered(older - 1);
            if (Files.exists(newer)) {
                Files.move(newer, numbered(older), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        Files.deleteIfExists(file);
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }

    @Override
    public void close() throws IOException {
        FileChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
    }
}
