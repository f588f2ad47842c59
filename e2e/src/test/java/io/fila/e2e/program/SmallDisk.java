package io.fila.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A disk of a few megabytes, in memory, that a test can fill and free. Mounting it takes root. */
public final class SmallDisk implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Path mountPoint;

    private SmallDisk(Path mountPoint) {
        this.mountPoint = mountPoint;
    }

    public static SmallDisk mount(Path directory, int megabytes) throws IOException, InterruptedException {
        Path mountPoint = Files.createDirectory(directory.resolve("small-disk"));
        Finished mounted = Program.start(
                        directory,
                        Map.of(),
                        List.of(
                                "mount",
                                "-t",
                                "tmpfs",
                                "-o",
                                "size=" + megabytes + "m",
                                "tmpfs",
                                mountPoint.toString()))
                .finish();
        assertThat(mounted.exitCode())
                .as(
                        "Expected to mount a tmpfs for the test of a full disk but could not: %s"
                                + " Run the long tests as root, as CI does.",
                        mounted.err())
                .isZero();
        return new SmallDisk(mountPoint);
    }

    public Path directory() {
        return mountPoint;
    }

    /** Leaves so much room on it at most. */
    public void fillUpTo(long bytesLeft) throws IOException {
        try (OutputStream file = Files.newOutputStream(ballast())) {
            while (freeBytes() > bytesLeft) {
                file.write(new byte[(int) Math.min(CHUNK_BYTES, Math.max(1, freeBytes() - bytesLeft))]);
            }
        } catch (IOException full) {
            if (bytesLeft > 0) {
                throw full;
            }
        }
    }

    /** Gives the room back that {@link #fillUpTo} took. */
    public void free() throws IOException {
        Files.deleteIfExists(ballast());
    }

    public long freeBytes() throws IOException {
        return Files.getFileStore(mountPoint).getUsableSpace();
    }

    private Path ballast() {
        return mountPoint.resolve("ballast");
    }

    @Override
    public void close() throws IOException {
        try {
            Finished unmounted = Program.start(Path.of("/"), Map.of(), List.of("umount", "-l", mountPoint.toString()))
                    .finish();
            assertThat(unmounted.exitCode()).as(unmounted.err()).isZero();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
