package io.fila.storage.log;

import io.fila.storage.rocks.Applied;
import io.fila.storage.rocks.Recent;
import io.fila.storage.rocks.StorageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * One reading of a log: every turn after a position, in order. A crash may leave the end of the log torn: what is there was never
 * confirmed. Damage with sound frames after it is another matter: the log is refused.
 */
final class Replay {
    private final long applied;
    private final Recent recent;
    private final boolean isWritten;
    private final Consumer<String> reports;

    /** Whoever writes a log may give its beginning back at any moment; and after a repair it is not known where it should begin. */
    private final boolean mayLackItsBeginning;

    private long next;

    /**
     * A reading to come.
     *
     * @param applied the position of the last turn that was applied, or {@link Log#UNKNOWN}
     * @param isWritten true if somebody else may be writing it: then everything is kept in memory, because it may be overwritten
     * @param reports takes sentences about damage that was passed over
     */
    Replay(long applied, Recent recent, boolean isWritten, Consumer<String> reports) {
        this.applied = Math.max(0, applied);
        this.recent = recent;
        this.isWritten = isWritten;
        this.reports = reports;
        this.mayLackItsBeginning = isWritten || applied == Log.UNKNOWN;
    }

    /** Reads segments, oldest first; returns the position of the next turn. */
    long run(List<Segment> segments) throws IOException {
        next = applied + 1;
        for (int i = 0; i < segments.size(); i++) {
            boolean isLast = i == segments.size() - 1;
            long end = isLast ? Long.MAX_VALUE : segments.get(i + 1).first();
            if (end > next) {
                read(segments.get(i), end);
            }
        }
        return next;
    }

    /** @param end the position that the next segment begins with */
    private void read(Segment segment, long end) throws IOException {
        if (segment.first() > next && !mayLackItsBeginning) {
            throw new StorageException("Expected turn " + next + " in the log but " + segment.file()
                    + " begins with turn " + segment.first() + "; restore the data directory from a backup.");
        }
        ByteBuffer bytes = segment.contents();
        long expected = segment.first();
        int at = 0;
        while (expected < end) {
            int length = lengthAt(segment, bytes, at, expected);
            if (length == 0) {
                // What was applied is not needed.
                int sound = findFrame(segment, bytes, at, expected + 1, applied + 1);
                if (sound < 0) {
                    break;
                }
                reports.accept(passedOver(segment, at, sound));
                at = sound;
                expected = bytes.getLong(at + Frame.POSITION_AT);
                continue;
            }
            if (expected > applied) {
                take(segment, bytes.slice(at, length), at, expected);
            }
            expected++;
            at += length;
        }
        boolean isFollowed = end != Long.MAX_VALUE ? end > expected : isFollowed(segment, bytes, at, expected);
        if (isFollowed) {
            throw refusal(segment, at);
        }
        next = Math.max(next, expected);
    }

    private void take(Segment segment, ByteBuffer frame, int at, long position) {
        int length = frame.limit();
        List<Frame.Change> changes = Frame.read(frame);
        recent.add(
                Applied.local(position),
                length,
                turn -> changes.forEach(each -> each.replayTo(turn, isWritten ? null : segment, at)));
    }

    /** The length of the intact frame at this offset if it has this position; otherwise 0. */
    private static int lengthAt(Segment segment, ByteBuffer bytes, int at, long position) {
        int length = soundLength(bytes, at, segment.salt());
        return length > 0 && bytes.getLong(at + Frame.POSITION_AT) == position ? length : 0;
    }

    private static int soundLength(ByteBuffer bytes, int at, long salt) {
        if (bytes.limit() - at < Frame.HEADER_BYTES || bytes.getInt(at) != Frame.magic(salt)) {
            return 0;
        }
        int length = bytes.getInt(at + Frame.LENGTH_AT);
        boolean fits = length >= Frame.HEADER_BYTES && length <= bytes.limit() - at;
        return fits && Frame.checksum(bytes.slice(at, length), salt) == bytes.getInt(at + Frame.CHECKSUM_AT)
                ? length
                : 0;
    }

    /** Whether an intact frame of a later turn follows. */
    private static boolean isFollowed(Segment segment, ByteBuffer bytes, int damagedAt, long expected) {
        long most = expected + (bytes.limit() - damagedAt) / Frame.HEADER_BYTES;
        return findFrame(segment, bytes, damagedAt, expected + 1, most) >= 0;
    }

    /** Where the first intact frame with a position of this range is; -1 if there is none. Others are left from an earlier use. */
    private static int findFrame(Segment segment, ByteBuffer bytes, int from, long first, long last) {
        for (int at = from; first <= last && at <= bytes.limit() - Frame.HEADER_BYTES; at += Frame.ALIGNMENT) {
            if (bytes.getInt(at) == Frame.magic(segment.salt())) {
                long position = bytes.getLong(at + Frame.POSITION_AT);
                if (position >= first && position <= last && soundLength(bytes, at, segment.salt()) > 0) {
                    return at;
                }
            }
        }
        return -1;
    }

    private static String passedOver(Segment segment, int from, int to) {
        return "Expected a sound log but " + segment.file().toAbsolutePath() + " is damaged between the bytes " + from
                + " and " + to
                + ". Nothing is lost: those changes are in the tables already. If damage comes back, replace the disk.";
    }

    private static StorageException refusal(Segment segment, int at) {
        return new StorageException(
                "Expected a sound log but " + segment.file().toAbsolutePath() + " is damaged at byte "
                        + at
                        + " and confirmed changes follow; restore the data directory from a backup, or give up every change"
                        + " from there on: run 'truncate -s " + at + " "
                        + segment.file().toAbsolutePath()
                        + "', delete the .log files with higher numbers beside it, and start again.");
    }
}
