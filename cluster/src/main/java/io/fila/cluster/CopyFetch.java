package io.fila.cluster;

import io.fila.core.replication.LogPosition;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One fetching of another node's database, piece by piece. */
final class CopyFetch {
    private static final Logger log = LoggerFactory.getLogger(CopyFetch.class);

    /** Of each piece. */
    private static final int ATTEMPTS = 3;

    /** How long an answer may take: before a copy is made, what was applied is flushed. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private final NodeCalls.Conversation other;

    CopyFetch(NodeCalls.Conversation other) {
        this.other = other;
    }

    /**
     * Fetches it; returns its last index.
     *
     * @param target an empty directory
     * @param roomBytes that it may take
     */
    LogPosition run(Path target, long roomBytes) throws IOException {
        Manifest manifest = Manifest.decode(other.ask(new Question.BeginCopy()));
        try {
            fetch(manifest, target, roomBytes);
        } finally {
            end(manifest);
        }
        return manifest.position();
    }

    private void fetch(Manifest manifest, Path target, long roomBytes) throws IOException {
        if (manifest.bytes() > roomBytes) {
            throw new IOException("Expected room for a copy of " + manifest.bytes() + " bytes but the disk has "
                    + roomBytes + " to spare. Free some.");
        }
        for (int i = 0; i < manifest.files().size(); i++) {
            fetch(manifest, i, target);
        }
    }

    /** There is one copy at a time for all who want one. */
    private void end(Manifest manifest) {
        try {
            other.ask(new Question.EndCopy(manifest.copy()));
        } catch (IOException | RuntimeException notHeard) {
            log.debug("The other node keeps the copy until it forgets it.", notHeard);
        }
    }

    private void fetch(Manifest manifest, int number, Path target) throws IOException {
        Manifest.File file = manifest.files().get(number);
        Path path = target.resolve(file.name());
        if (!target.equals(path.getParent())) {
            throw new IOException("Expected the name of a file but found \"" + file.name() + "\".");
        }
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long offset = 0;
            while (offset < file.bytes()) {
                int length = (int) Math.min(Copies.MOST_BYTES, file.bytes() - offset);
                ByteString piece = read(new Question.ReadCopy(manifest.copy(), number, offset, length));
                if (piece.size() != length) {
                    throw new IOException(
                            "Expected " + length + " bytes of " + file.name() + " but got " + piece.size() + ".");
                }
                ByteBuffer left = piece.asReadOnlyByteBuffer();
                while (left.hasRemaining()) {
                    channel.write(left, offset + left.position());
                }
                offset += length;
            }
            channel.force(true);
        }
    }

    /** A node that was busy for a moment need not send again what has already come. */
    private ByteString read(Question.ReadCopy piece) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return other.ask(piece);
            } catch (IOException failure) {
                if (attempt == ATTEMPTS) {
                    throw failure;
                }
                log.debug("{} is asked for again.", piece, failure);
            }
        }
    }
}
