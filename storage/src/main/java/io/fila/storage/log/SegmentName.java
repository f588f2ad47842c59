package io.fila.storage.log;

import io.fila.storage.rocks.StorageException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a segment's file. The salt is in the name because the name is durable before anything in the file is: so it can be
 * neither torn nor lost while the file has frames.
 *
 * @param first the position of the first frame
 * @param salt random, of one use of the file; 0 in the logs of earlier versions
 */
record SegmentName(long first, long salt) {
    static final String SUFFIX = ".log";

    private static final Pattern PATTERN = Pattern.compile("(\\d{20})(?:-(\\p{XDigit}{16}))?" + Pattern.quote(SUFFIX));
    private static final int HEXADECIMAL = 16;

    /** Of a segment that begins now. */
    static SegmentName fresh(long first) {
        return new SegmentName(first, new SecureRandom().nextLong());
    }

    /** @throws StorageException if no log has a file of that name */
    static SegmentName of(Path file) {
        Matcher name = PATTERN.matcher(file.getFileName().toString());
        if (!name.matches()) {
            throw new StorageException("Expected only files of the log in " + file.getParent() + " but found "
                    + file.getFileName() + "; give it the name it had, or move it away if it is none of them.");
        }
        String salt = name.group(2);
        return new SegmentName(
                Long.parseLong(name.group(1)), salt == null ? 0 : Long.parseUnsignedLong(salt, HEXADECIMAL));
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%020d-%016x%s", first, salt, SUFFIX);
    }
}
