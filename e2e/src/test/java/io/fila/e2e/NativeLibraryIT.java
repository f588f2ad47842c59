package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Finished;
import io.fila.e2e.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** RocksDB's native library is unpacked once, beside the data, however often the broker is killed. */
class NativeLibraryIT {
    @TempDir
    Path directory;

    @Test
    void killedBrokersLeaveOneCopyBesideTheDataAndNoneInTheTemporaryDirectory()
            throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        try (BrokerProcess broker = BrokerProcess.in(directory).withJvmFlag("-Djava.io.tmpdir=" + temporary)) {
            broker.start();
            broker.kill();
            List<Path> first = copies();
            FileTime unpacked = Files.getLastModifiedTime(first.getFirst());

            broker.start();
            broker.kill();

            assertThat(first).hasSize(1);
            assertThat(copies()).isEqualTo(first);
            assertThat(Files.getLastModifiedTime(first.getFirst())).isEqualTo(unpacked);
            assertThat(names(temporary)).noneMatch(name -> name.contains("rocksdb"));
        }
    }

    @Test
    void placeWhereItCanNotBeUnpackedIsNamedAndTheStartLeavesNothingBehind() throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("file"), "not a directory");
        try (Program program = BrokerProcess.in(directory)
                .withJvmFlag("-Dfila.native.dir=" + file.resolve("native"))
                .launch("--listen", "127.0.0.1:0", "--data-dir", "data")) {
            assertThat(program.finish().sentence(Finished.REFUSED))
                    .contains(file.toString(), "fila.native.dir")
                    .doesNotContain("Exception");
        }
        assertThat(directory.resolve("data")).doesNotExist();
    }

    private List<Path> copies() throws IOException {
        try (Stream<Path> files = Files.walk(directory.resolve("data"))) {
            return files.filter(file -> file.toString().contains("librocksdb")).toList();
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.map(Path::toString).toList();
        }
    }
}
