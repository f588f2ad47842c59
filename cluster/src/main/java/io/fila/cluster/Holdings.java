package io.fila.cluster;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/**
 * Which shards a node has had for as long as it has been who it is, in files of its directory. A log that is missing is noticed, and
 * what was given up never comes back: the engine would begin with nothing under a name that has voted and confirmed. Any thread.
 */
final class Holdings {
    /** The shards that have had a log, a line each, and a checksum. An empty one is of an earlier build, on which every node had all. */
    private static final String BEGUN = "begun";

    /** The shards whose logs were deleted, in the same way. */
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
        List<String> lines = Files.exists(file) ? Files.readAllLines(file, StandardCharsets.ISO_8859_1) : List.of();
        if (lines.isEmpty() && (name.equals(BEGUN) || Files.notExists(file))) {
            return shards;
        }
        // A wrong number would have a copy deleted that is needed.
        if (lines.isEmpty() || !lines.getLast().equals(checksum(lines.subList(0, lines.size() - 1)))) {
            throw new ClusterException("Expected numbers of shards and their checksum in " + file + " but found "
                    + lines + "; move the data directory away and start again: the node joins anew.");
        }
        lines.subList(0, lines.size() - 1).forEach(line -> shards.add(Integer.parseInt(line)));
        return shards;
    }

    private static String checksum(List<String> lines) {
        CRC32C sum = new CRC32C();
        sum.update(String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1));
        return "checksum " + Long.toHexString(sum.getValue());
    }

    private void write(String name, Set<Integer> shards) throws IOException {
        Path draft = directory.resolve(name + ".new");
        List<String> lines = new ArrayList<>();
        shards.forEach(shard -> lines.add(Integer.toString(shard)));
        lines.add(checksum(lines));
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
