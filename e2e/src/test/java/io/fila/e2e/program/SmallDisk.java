package io.fila.e2e.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * A disk of some megabytes, which is a file of this machine, that a test can fill and free, and whose power it can cut: what was
 * not synced is gone then. Mounting it takes root.
 */
public final class SmallDisk implements AutoCloseable {
    private static final int CHUNK_BYTES = 1 << 20;

    /** What is written to come close to how much room there is to be: the disk's own books take some too. */
    private static final long FILLED_WELL_BYTES = 4L << 20;

    /** Seconds after which the file system would sync by itself: what nobody has synced is to be lost. */
    private static final int SYNCED_AFTER_SECONDS = 300;

    /** Asks ext4 to take no more, and to write nothing of what it has in memory: {@code EXT4_IOC_SHUTDOWN}. */
    private static final int SHUTDOWN = 0x8004587d;

    private static final int WITHOUT_FLUSHING = 2;

    private final Path image;
    private final Path mountPoint;

    private SmallDisk(Path image, Path mountPoint) {
        this.image = image;
        this.mountPoint = mountPoint;
    }

    public static SmallDisk mount(Path directory, int megabytes) throws IOException, InterruptedException {
        Path image = directory.resolve("small-disk.image");
        SmallDisk disk = new SmallDisk(image, Files.createDirectory(directory.resolve("small-disk")));
        run("truncate", "-s", megabytes + "M", image.toString());
        run("mkfs.ext4", "-q", "-F", "-m", "0", image.toString());
        disk.mount();
        return disk;
    }

    private void mount() throws InterruptedException {
        run(
                "mount",
                "-o",
                "loop,noinit_itable,commit=" + SYNCED_AFTER_SECONDS,
                image.toString(),
                mountPoint.toString());
    }

    private static void run(String... command) throws InterruptedException {
        Finished done = Program.start(Path.of("/"), Map.of(), List.of(command)).finish();
        assertThat(done.exitCode())
                .as(
                        "Expected \"%s\" to work, for a test of disks, but it said: %s Run the long tests as root, as CI does.",
                        String.join(" ", command), done.err())
                .isZero();
    }

    public Path directory() {
        return mountPoint;
    }

    /** Cuts the power: nothing can be written or read any more, and what was not synced is lost. */
    public void cutPower() {
        // The machine must not be asked to make a process while its disk is gone, so this is a call and no command.
        try (Arena arena = Arena.ofConfined()) {
            int file = (int) function("open", ValueLayout.ADDRESS, ValueLayout.JAVA_INT)
                    .invokeExact(arena.allocateFrom(mountPoint.toString()), 0);
            MemorySegment how = arena.allocateFrom(ValueLayout.JAVA_INT, WITHOUT_FLUSHING);
            int done = (int) function("ioctl", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS)
                    .invokeExact(file, Integer.toUnsignedLong(SHUTDOWN), how);
            int _ = (int) function("close", ValueLayout.JAVA_INT).invokeExact(file);
            assertThat(done).as("the file system's answer to a power cut").isZero();
        } catch (AssertionError failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @SuppressWarnings("restricted") // The JDK has no call for what only one file system can do.
    private static MethodHandle function(String name, ValueLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments),
                // That of ioctl: what it takes depends on what it is asked.
                arguments.length < 3 ? new Linker.Option[0] : new Linker.Option[] {Linker.Option.firstVariadicArg(2)});
    }

    /** The disk as it is after the power cut. Nobody may use the old one any more. */
    public void restorePower() throws InterruptedException {
        run("umount", mountPoint.toString());
        mount();
    }

    /** Leaves so much room on it at most. */
    public void fillUpTo(long bytesLeft) throws IOException, InterruptedException {
        long most = freeBytes() - bytesLeft - FILLED_WELL_BYTES;
        if (most > 0) {
            // The greater part needs no writing.
            run("fallocate", "-l", Long.toString(most), ballast().toString());
        }
        try (OutputStream file =
                Files.newOutputStream(ballast(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (freeBytes() > bytesLeft) {
                file.write(new byte[(int) Math.min(CHUNK_BYTES, Math.max(1, freeBytes() - bytesLeft))]);
            }
        } catch (IOException full) {
            if (bytesLeft > 0) {
                throw full;
            }
        }
    }

    /** Gives the room back that {@link #fillUpTo} took, also after a power cut: a node's own syncs need not sync that. */
    public void free() throws IOException {
        Files.deleteIfExists(ballast());
        try (FileChannel names = FileChannel.open(mountPoint, StandardOpenOption.READ)) {
            names.force(true);
        }
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
            run("umount", "-l", mountPoint.toString());
            Files.deleteIfExists(image);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
