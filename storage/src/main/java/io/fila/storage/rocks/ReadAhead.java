package io.fila.storage.rocks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reads values that stand one after the other in a file, many with one read. What was read is not looked at again in the file: to be
 * forgotten before anything is read that may have been written since. One thread.
 */
public final class ReadAhead {
    private static final int BYTES = 1 << 16;

    private ByteBuffer window = ByteBuffer.allocateDirect(BYTES);
    private @Nullable Source source;
    private long from;

    /** A file that can be read anywhere. */
    public interface Source {
        /** What it is called now. */
        Path file();

        /** Fills the buffer from a place on, as far as the file goes. */
        void read(ByteBuffer into, long at) throws IOException;
    }

    /** Forgets what was read, and gives back what a large value took. */
    public void forget() {
        source = null;
        if (window.capacity() > BYTES) {
            window = ByteBuffer.allocateDirect(BYTES);
        }
    }

    /** A value somewhere in a file, in a direct buffer that is right until the next one is asked for. */
    public ByteBuffer read(Source file, long at, int length) throws IOException {
        if (!file.equals(source) || at < from || at + length > from + window.limit()) {
            fill(file, at, length);
        }
        return window.slice((int) (at - from), length);
    }

    private void fill(Source file, long at, int length) throws IOException {
        source = null;
        if (length > window.capacity()) {
            window = ByteBuffer.allocateDirect(length);
        }
        file.read(window.clear(), at);
        window.flip();
        if (window.limit() < length) {
            throw new IOException("it ends at byte " + (at + window.limit()) + " where a value of " + length
                    + " bytes was expected at byte " + at);
        }
        source = file;
        from = at;
    }
}
