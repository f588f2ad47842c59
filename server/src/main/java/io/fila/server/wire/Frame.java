package io.fila.server.wire;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** An encoded response in two pieces that are written one after the other: what we made, and what a producer sent. */
public final class Frame {

    private final byte[] head;
    private final int headStart;
    private final byte[] tail;

    Frame(byte[] head, int headStart, byte[] tail) {
        this.head = head;
        this.headStart = headStart;
        this.tail = tail;
    }

    public int size() {
        return head.length - headStart + tail.length;
    }

    /** The frame as the transport wants it; without a copy if the transport can drain it. */
    public InputStream open() {
        return new Stream(this);
    }

    private static final class Stream extends InputStream implements KnownLength, Drainable {
        private final Frame frame;
        private int read;

        Stream(Frame frame) {
            this.frame = frame;
        }

        @Override
        public int available() {
            return frame.size() - read;
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int before = read;
            int headLength = frame.head.length - frame.headStart;
            if (read < headLength) {
                target.write(frame.head, frame.headStart + read, headLength - read);
                read = headLength;
            }
            int skipped = read - headLength;
            target.write(frame.tail, skipped, frame.tail.length - skipped);
            read = frame.size();
            return read - before;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (available() == 0 && length > 0) {
                return -1;
            }
            int headLeft = Math.max(0, frame.head.length - frame.headStart - read);
            boolean inHead = headLeft > 0;
            int count = Math.min(length, inHead ? headLeft : available());
            byte[] source = inHead ? frame.head : frame.tail;
            int from = inHead ? frame.headStart + read : frame.tail.length - available();
            System.arraycopy(source, from, target, offset, count);
            read += count;
            return count;
        }
    }
}
