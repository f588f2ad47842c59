package io.fila.e2e.fault;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** One bit of a file that is not as it was. */
record BitFlip(Path file, long offset, int bit) {
    /** Flips any bit of any file: of a log, a table, or what says which of them count. */
    static BitFlip in(Path directory, Random random) throws IOException {
        while (true) {
            List<Path> files = files(directory);
            Path file = files.get(random.nextInt(files.size()));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return flip(file, channel, random);
            } catch (NoSuchFileException gone) {
                // A node that runs deletes tables: another file will do.
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (matters(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path gone, IOException failure) {
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        return files;
    }

    private static BitFlip flip(Path file, FileChannel channel, Random random) throws IOException {
        long offset = (long) (random.nextDouble() * used(channel));
        ByteBuffer one = ByteBuffer.allocate(1);
        channel.read(one, offset);
        int bit = random.nextInt(Byte.SIZE);
        one.put(0, (byte) (one.get(0) ^ 1 << bit)).flip();
        channel.write(one, offset);
        return new BitFlip(file, offset, bit);
    }

    /**
     * What the database tells its operator, and its settings, it does not read again. The libraries that a node unpacks are no data:
     * it may end without a word if they are damaged.
     */
    private static boolean matters(Path file) {
        String name = file.getFileName().toString();
        try {
            return Files.size(file) > 0
                    && !name.startsWith("LOG")
                    && !name.startsWith("OPTIONS")
                    && !name.equals("LOCK")
                    && !name.endsWith(".so")
                    && !name.equals("in_use.lock");
        } catch (IOException gone) {
            return false;
        }
    }

    /** Bytes up to the last that is not zero: logs have room at their ends that nothing was written to. */
    private static long used(FileChannel channel) throws IOException {
        long size = channel.size();
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        for (long end = size; end > 0; end -= bytes.capacity()) {
            long begin = Math.max(0, end - bytes.capacity());
            bytes.clear().limit((int) (end - begin));
            while (bytes.hasRemaining() && channel.read(bytes, begin + bytes.position()) >= 0) {
                // until the piece is complete
            }
            for (int i = bytes.position() - 1; i >= 0; i--) {
                if (bytes.get(i) != 0) {
                    return begin + i + 1;
                }
            }
        }
        return size;
    }
}
