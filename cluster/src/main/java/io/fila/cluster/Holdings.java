package io.fila.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Which shards a node has had for as long as it has been who it is, in files of its directory. A log that is missing is noticed, and
 * what was given up never comes back: the engine would begin with nothing under a name that has voted and confirmed. Any thread.
 */
final class Holdings {
    /** The shards that have had a log, a line each. An empty one is of an earlier build, on which every node had all. */
    private static final String BEGUN = "begun";

    /** The shards whose logs were deleted, a line each. */
    private static final String GIVEN_UP = "given-up";

    private final Path directory;

    Holdings(Path directory) {
        this.directory = directory;
    }

    /** Whether this node has ever had a log. */
    boolean hasBegun() {
        return Files.exists(directory.resolve(BEGUN));
    }

    /**
     * The shards whose logs must be there.
     *
     * @param shards how many there are
     */
    synchronized Set<Integer> begun(int shards) throws IOException {
        if (!hasBegun()) {
            return Set.of();
        }
        Set<Integer> begun = read(BEGUN);
        if (begun.isEmpty()) {
            IntStream.range(0, shards).forEach(begun::add);
        }
        begun.removeAll(givenUp());
        return begun;
    }

    /** Notes that there are logs: from then on they must not be missing. */
    synchronized void noteBegun(Set<Integer> begun, int shards) throws IOException {
        Set<Integer> known = new TreeSet<>(begun(shards));
        if (known.addAll(begun)) {
            write(BEGUN, known);
        }
    }

    synchronized Set<Integer> givenUp() throws IOException {
        return read(GIVEN_UP);
    }

    /** Notes, before it is deleted, that there is a log no more. */
    synchronized void noteGivenUp(int shard) throws IOException {
        Set<Integer> known = givenUp();
        if (known.add(shard)) {
            write(GIVEN_UP, known);
        }
    }

    private Set<Integer> read(String name) throws IOException {
        Set<Integer> shards = new TreeSet<>();
        Path file = directory.resolve(name);
        if (Files.exists(file)) {
            for (String line : Files.readAllLines(file)) {
                shards.add(Integer.parseInt(line));
            }
        }
        return shards;
    }

    private void write(String name, Set<Integer> shards) throws IOException {
        Path draft = directory.resolve(name + ".new");
        List<String> lines = shards.stream().map(String::valueOf).toList();
        Files.write(draft, lines, StandardCharsets.UTF_8);
        sync(draft, StandardOpenOption.WRITE);
        Files.move(draft, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        sync(directory, StandardOpenOption.READ);
    }

    private static void sync(Path path, StandardOpenOption option) throws IOException {
        try (FileChannel channel = FileChannel.open(path, option)) {
            channel.force(true);
        }
    }
}
