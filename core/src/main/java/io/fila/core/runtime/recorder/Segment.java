package io.fila.core.runtime.recorder;

import io.fila.core.history.RecordedStep;
import io.fila.core.history.StepKind;
import io.fila.core.message.MessageId;
import io.fila.core.queue.QueueId;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A part of a recording: steps one after another, packed into longs, so that keeping one allocates nothing. The broker thread
 * appends. Any thread may copy it, and must ask afterwards whether it was overwritten meanwhile.
 */
final class Segment {
    static final int WORDS = 16 * 1024;

    /** How much of a text is kept. */
    static final int MOST_CHARS = 120;

    /** What comes before the texts: a header, the time, the queue, the two halves of the id, and a consumer or a queue. */
    private static final int FIXED_WORDS = 6;

    private static final int ID_AT = 3;
    private static final int WIDE_CHARS_A_WORD = 4;

    /** What a step takes at most. */
    private static final int MOST_WORDS = FIXED_WORDS + 2 * MOST_CHARS / WIDE_CHARS_A_WORD;

    private static final int NARROW_CHARS_A_WORD = 8;
    private static final int KEY_IS_WIDE = 1;
    private static final int DETAIL_IS_WIDE = 2;
    private static final int MOST_ATTEMPTS = 255;

    private final long[] words = new long[WORDS];
    private final AtomicInteger used = new AtomicInteger();

    /** Appends a step; false if there is no room for it. */
    boolean append(
            StepKind kind,
            long atNanos,
            long queue,
            long idHigh,
            long idLow,
            int attempts,
            long other,
            String fairnessKey,
            String detail) {
        int at = used.getPlain();
        if (at + MOST_WORDS > WORDS) {
            return false;
        }
        int keyChars = Math.min(fairnessKey.length(), MOST_CHARS);
        boolean wideKey = pack(fairnessKey, keyChars, at + FIXED_WORDS);
        int keyWords = wordsFor(keyChars, wideKey);
        int detailChars = Math.min(detail.length(), MOST_CHARS);
        boolean wideDetail = pack(detail, detailChars, at + FIXED_WORDS + keyWords);
        int length = FIXED_WORDS + keyWords + wordsFor(detailChars, wideDetail);
        int flags = (wideKey ? KEY_IS_WIDE : 0) | (wideDetail ? DETAIL_IS_WIDE : 0);
        words[at] = header(length, kind, attempts, keyChars, detailChars, flags);
        words[at + 1] = atNanos;
        words[at + 2] = queue;
        words[at + ID_AT] = idHigh;
        words[at + ID_AT + 1] = idLow;
        words[at + ID_AT + 2] = other;
        used.setRelease(at + length);
        return true;
    }

    /** Begins anew; whoever reads must know before that this part is no more. */
    void clear() {
        used.setRelease(0);
    }

    /** What was appended so far. */
    long[] copy() {
        return Arrays.copyOf(words, used.getAcquire());
    }

    // ---- reading copies ----

    static int lengthAt(long[] copy, int at) {
        return (int) (copy[at] >>> 48);
    }

    static boolean isAbout(MessageId id, long[] copy, int at) {
        return copy[at + ID_AT + 1] == id.low() && copy[at + ID_AT] == id.high();
    }

    static long timeAt(long[] copy, int at) {
        return copy[at + 1];
    }

    static boolean isDelivery(QueueId queue, long[] copy, int at) {
        return copy[at + 2] == queue.value() && ((int) (copy[at] >>> 40) & 0xFF) == StepKind.LEASED.number();
    }

    static RecordedStep stepAt(long[] copy, int at) {
        long header = copy[at];
        StepKind kind = StepKind.of((int) (header >>> 40) & 0xFF);
        int flags = (int) header & 0xFF;
        int keyChars = (int) (header >>> 24) & 0xFF;
        int detailChars = (int) (header >>> 16) & 0xFF;
        boolean wideKey = (flags & KEY_IS_WIDE) != 0;
        long other = copy[at + ID_AT + 2];
        long high = copy[at + ID_AT];
        long low = copy[at + ID_AT + 1];
        return new RecordedStep(
                copy[at + 1],
                kind,
                copy[at + 2],
                kind.isTransfer() ? other : 0,
                high == 0 && low == 0 ? null : new MessageId(high, low),
                (int) (header >>> 32) & 0xFF,
                kind.hasConsumer() ? other : 0,
                unpack(copy, at + FIXED_WORDS, keyChars, wideKey),
                unpack(
                        copy,
                        at + FIXED_WORDS + wordsFor(keyChars, wideKey),
                        detailChars,
                        (flags & DETAIL_IS_WIDE) != 0));
    }

    // ---- packing ----

    private static long header(int length, StepKind kind, int attempts, int keyChars, int detailChars, int flags) {
        return ((long) length << 48)
                | ((long) kind.number() << 40)
                | ((long) Math.min(attempts, MOST_ATTEMPTS) << 32)
                | ((long) keyChars << 24)
                | ((long) detailChars << 16)
                | flags;
    }

    private static int wordsFor(int chars, boolean wide) {
        int aWord = wide ? WIDE_CHARS_A_WORD : NARROW_CHARS_A_WORD;
        return (chars + aWord - 1) / aWord;
    }

    /** Puts a text there, a byte a character; or, as it tells then, two if there is one that needs them. */
    private boolean pack(String text, int chars, int at) {
        int all = 0;
        int to = at;
        for (int i = 0; i < chars; to++) {
            long word = 0;
            for (int shift = 0; shift < Long.SIZE && i < chars; shift += Byte.SIZE) {
                char next = text.charAt(i++);
                all |= next;
                word |= (long) next << shift;
            }
            words[to] = word;
        }
        boolean wide = all > 0xFF;
        if (wide) {
            packWide(text, chars, at);
        }
        return wide;
    }

    private void packWide(String text, int chars, int at) {
        int to = at;
        for (int i = 0; i < chars; to++) {
            long word = 0;
            for (int shift = 0; shift < Long.SIZE && i < chars; shift += Character.SIZE) {
                word |= (long) text.charAt(i++) << shift;
            }
            words[to] = word;
        }
    }

    private static String unpack(long[] copy, int at, int chars, boolean wide) {
        int aWord = wide ? WIDE_CHARS_A_WORD : NARROW_CHARS_A_WORD;
        int bits = Long.SIZE / aWord;
        char[] text = new char[chars];
        for (int i = 0; i < chars; i++) {
            long shifted = copy[at + i / aWord] >>> (i % aWord * bits);
            text[i] = (char) (wide ? shifted & 0xFFFF : shifted & 0xFF);
        }
        return new String(text);
    }
}
