package io.fila.server.wire;

import io.grpc.Drainable;
import io.grpc.KnownLength;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** An encoded response in pieces that are written one after the other: what we made, and what producers sent. */
public final class Frame {
    /** Bytes from somewhere inside an array to its end. */
    static final class Piece {
        private final byte[] bytes;
        private final int start;

        Piece(byte[] bytes, int start) {
            this.bytes = bytes;
            this.start = start;
        }

        Piece(byte[] bytes) {
            this(bytes, 0);
        }

        int size() {
            return bytes.length - start;
        }
    }

    private final List<Piece> pieces;
    private final int size;

    Frame(List<Piece> pieces) {
        this.pieces = pieces;
        int sum = 0;
        for (Piece piece : pieces) {
            sum += piece.size();
        }
        this.size = sum;
    }

    public int size() {
        return size;
    }

    /** The frame as the transport wants it; without a copy if the transport can drain it. */
    public InputStream open() {
        return new Stream(this);
    }

    private static final class Stream extends InputStream implements KnownLength, Drainable {
        private final Frame frame;
        private int piece;
        private int readOfPiece;
        private int left;

        Stream(Frame frame) {
            this.frame = frame;
            this.left = frame.size;
        }

        @Override
        public int available() {
            return left;
        }

        @Override
        public int drainTo(OutputStream target) throws IOException {
            int before = left;
            while (left > 0) {
                Piece next = frame.pieces.get(piece);
                int count = next.size() - readOfPiece;
                target.write(next.bytes, next.start + readOfPiece, count);
                advance(count, next);
            }
            return before;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left == 0 && length > 0) {
                return -1;
            }
            int done = 0;
            while (done < length && left > 0) {
                Piece next = frame.pieces.get(piece);
                int count = Math.min(length - done, next.size() - readOfPiece);
                System.arraycopy(next.bytes, next.start + readOfPiece, target, offset + done, count);
                done += count;
                advance(count, next);
            }
            return done;
        }

        private void advance(int count, Piece of) {
            left -= count;
            readOfPiece += count;
            if (readOfPiece == of.size()) {
                piece++;
                readOfPiece = 0;
            }
        }
    }
}
