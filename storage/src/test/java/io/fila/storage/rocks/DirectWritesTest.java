package io.fila.storage.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectWritesTest {
    @TempDir
    Path directory;

    @BeforeEach
    void loadRocks() {
        NativeLibrary.load(directory.resolve("native"));
    }

    @Test
    void aTrialLeavesNothingBehind() throws IOException {
        Path database = Files.createDirectory(directory.resolve("rocksdb"));
        Path left = Files.createFile(directory.resolve("rocksdb.trial"));

        boolean _ = DirectWrites.arePossibleBeside(database);

        assertThat(left).doesNotExist();
    }

    @Test
    void areNotPossibleWhereNoFileCanBe() {
        assertThat(DirectWrites.arePossibleBeside(directory.resolve("missing").resolve("rocksdb")))
                .isFalse();
    }
}
