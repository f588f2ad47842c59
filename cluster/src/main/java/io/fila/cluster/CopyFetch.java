package io.fila.cluster;

import io.fila.core.replication.LogPosition;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;

/** One fetching of another node's database, piece by piece. */
final class CopyFetch {
    private final NodeCalls.Conversation other;

    CopyFetch(NodeCalls.Conversation other) {
        this.other = other;
    }

    /**
     * Fetches it; returns its last index.
     *
     * @param target an empty directory
     */
    LogPosition run(Path target) throws IOException {
        Manifest manifest = Manifest.decode(other.ask(new Question.BeginCopy()));
        for (int i = 0; i < manifest.files().size(); i++) {
            fetch(manifest, i, target);
        }
        other.ask(new Question.EndCopy(manifest.copy()));
        return manifest.position();
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
                ByteString piece = other.ask(new Question.ReadCopy(manifest.copy(), number, offset, length));
                if (piece.size() != length) {
                    throw new IOException(
                            "Expected " + length + " bytes of " + file.name() + " but got " + piece.size() + ".");
                }
                channel.write(piece.asReadOnlyByteBuffer(), offset);
                offset += length;
            }
            channel.force(true);
        }
    }
}
