package io.fila.server.fuzz;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes inputs that are almost right out of right ones: a few bytes are changed, left out, put in, repeated or swapped. */
final class Mutation {
    /** Bytes of an input; longer ones are cut off. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final int MOST_CHANGES = 8;

    /** Numbers at whose edges readers go wrong, as varints write them. */
    private static final List<byte[]> EDGES = List.of(
            bytes(0),
            bytes(0x7f),
            bytes(0x80, 0x01),
            bytes(0xff, 0xff, 0xff, 0xff, 0x07),
            bytes(0xff, 0xff, 0xff, 0xff, 0x0f),
            bytes(0x80, 0x80, 0x80, 0x80, 0x08),
            bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01),
            bytes(0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
            bytes(0xc3, 0x28),
            bytes(0xed, 0xa0, 0x80));

    private final Random random;
    private final List<byte[]> corpus;

    Mutation(Random random, List<byte[]> corpus) {
        this.random = random;
        this.corpus = List.copyOf(corpus);
    }

    byte[] next() {
        byte[] input = any().clone();
        for (int left = 1 + random.nextInt(MOST_CHANGES); left > 0; left--) {
            input = changed(input);
        }
        return input.length <= MOST_BYTES ? input : Arrays.copyOf(input, MOST_BYTES);
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size()));
    }

    private byte[] changed(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int end = at + random.nextInt(input.length - at + 1);
        return switch (random.nextInt(7)) {
            case 0 -> flipped(input);
            case 1 -> replaced(input, at, end, new byte[0]);
            case 2 -> replaced(input, at, at, EDGES.get(random.nextInt(EDGES.size())));
            case 3 -> replaced(input, at, Math.min(input.length, at + 1), EDGES.get(random.nextInt(EDGES.size())));
            case 4 -> replaced(input, at, at, Arrays.copyOfRange(input, at, end));
            case 5 -> Arrays.copyOf(input, at);
            default -> spliced(input, at);
        };
    }

    private byte[] flipped(byte[] input) {
        byte[] flipped = input.clone();
        if (flipped.length > 0) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return flipped;
    }

    private byte[] spliced(byte[] input, int at) {
        byte[] other = any();
        int from = random.nextInt(other.length + 1);
        return replaced(input, at, input.length, Arrays.copyOfRange(other, from, other.length));
    }

    private static byte[] replaced(byte[] input, int start, int end, byte[] by) {
        ByteArrayOutputStream result = new ByteArrayOutputStream(input.length + by.length);
        result.write(input, 0, start);
        result.writeBytes(by);
        result.write(input, end, input.length - end);
        return result.toByteArray();
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }
}
