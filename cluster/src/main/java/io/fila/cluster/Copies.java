package io.fila.cluster;

import io.fila.core.replication.LogPosition;
import io.fila.storage.ReplicaStore;
import io.fila.storage.rocks.DirectoryTree;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * Copies of this node's database for nodes that are too far behind for the log. There is one at a time: whoever asks for another
 * while one is being fetched is told to come again. Any thread.
 */
final class Copies {
    private static final String DIRECTORY = "copy-for-others";

    /** After this long without a read, the node that fetched it is considered gone. */
    private static final long FORGOTTEN_NANOS = 60_000_000_000L;

    /** A piece may have no more bytes than this. */
    static final int MOST_BYTES = 1 << 20;

    private final ReplicaStore store;
    private final Retention retention;
    private final Path directory;
    private @Nullable Manifest current;
    private long lastUseNanos;
    private long made;

    Copies(ReplicaStore store, Retention retention, Path dataDirectory) throws IOException {
        this.store = store;
        this.retention = retention;
        this.directory = dataDirectory.resolve(DIRECTORY);
        DirectoryTree.delete(directory);
    }

    synchronized Manifest begin() throws IOException {
        if (current != null && System.nanoTime() - lastUseNanos < FORGOTTEN_NANOS) {
            throw new IOException("Expected to make a copy but another node is fetching one; ask again later.");
        }
        drop();
        // What is persisted now is in the copy; what comes after must stay in the log until it is fetched.
        retention.hold(store.persisted().index());
        try {
            Manifest manifest = make();
            current = manifest;
            lastUseNanos = System.nanoTime();
            return manifest;
        } catch (IOException | RuntimeException failure) {
            drop();
            throw failure;
        }
    }

    private Manifest make() throws IOException {
        Files.createDirectories(directory);
        made++;
        Path target = target(made);
        LogPosition position = store.copyTo(target);
        List<Manifest.File> files = new ArrayList<>();
        try (Stream<Path> all = Files.list(target)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                files.add(new Manifest.File(file.getFileName().toString(), Files.size(file)));
            }
        }
        return new Manifest(made, position, files, ReplicaStore.FORMAT);
    }

    private Path target(long number) {
        return directory.resolve(Long.toString(number));
    }

    ByteString read(Question.ReadCopy piece) throws IOException {
        Path file;
        synchronized (this) {
            Manifest known = current;
            if (known == null || known.copy() != piece.copy()) {
                throw new IOException("Expected copy " + piece.copy() + " but it is gone; ask for another.");
            }
            lastUseNanos = System.nanoTime();
            file = target(piece.copy()).resolve(known.files().get(piece.file()).name());
        }
        ByteBuffer bytes = ByteBuffer.allocate(Math.min(piece.length(), MOST_BYTES));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, piece.offset() + bytes.position()) < 0) {
                    throw new EOFException(file + " ends before byte " + (piece.offset() + bytes.limit()));
                }
            }
        }
        return UnsafeByteOperations.unsafeWrap(bytes.flip());
    }

    synchronized void end(long copy) throws IOException {
        if (current != null && current.copy() == copy) {
            drop();
        }
    }

    /** Drops a copy that is no longer fetched. */
    synchronized void dropForgotten() throws IOException {
        if (current != null && System.nanoTime() - lastUseNanos >= FORGOTTEN_NANOS) {
            drop();
        }
    }

    private void drop() throws IOException {
        current = null;
        retention.release();
        DirectoryTree.delete(directory);
    }
}
