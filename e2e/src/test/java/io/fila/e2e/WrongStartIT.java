package io.fila.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.fila.e2e.program.BrokerProcess;
import io.fila.e2e.program.Finished;
import io.fila.e2e.program.Program;
import io.fila.e2e.wire.PlainClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts that go wrong: an exit code, one sentence, no stack trace. */
class WrongStartIT {
    @TempDir
    Path directory;

    @Test
    void portInUseIsNamed() throws IOException, InterruptedException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();

            Finished finished = start("--listen", address, "--data-dir", "data");

            assertThat(finished.sentence(Finished.REFUSED))
                    .contains(address, "in use")
                    .doesNotContain("bind(", "error(");
            assertThat(directory.resolve("data")).doesNotExist();
        }
    }

    @Test
    void secondBrokerOnADirectoryIsRefusedAndTheFirstGoesOn() throws InterruptedException {
        try (BrokerProcess first = BrokerProcess.in(directory).start();
                PlainClient client = PlainClient.of(first.address())) {
            client.createQueue("mine");

            Finished second = start("--listen", "127.0.0.1:0", "--data-dir", "data");

            assertThat(second.sentence(Finished.REFUSED)).contains("data");
            client.enqueue("mine", "still here");
            assertThat(client.stats("mine").getDepth()).isEqualTo(1);
        }
    }

    @Test
    void directoryThatCannotBeMadeIsNamed() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("file"), "not a directory");

        Finished finished = start("--listen", "127.0.0.1:0", "--data-dir", "file/data");

        assertThat(finished.sentence(Finished.REFUSED)).contains("file").doesNotContain("Exception");
    }

    @Test
    void damagedDirectoryIsRefusedAndLeftAsItIs() throws IOException, InterruptedException {
        Path current;
        try (BrokerProcess broker = BrokerProcess.in(directory).start()) {
            broker.terminate();
        }
        try (var files = Files.walk(directory.resolve("data"))) {
            current = files.filter(file -> file.getFileName().toString().equals("CURRENT"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(current, "MANIFEST-999999\n");

        Finished finished = start("--listen", "127.0.0.1:0", "--data-dir", "data");

        assertThat(finished.sentence(Finished.REFUSED)).contains("data");
        assertThat(current).hasContent("MANIFEST-999999");
    }

    @Test
    void wrongValueInTheFileIsNamedWithFileKeyAndExpectation() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("fila.toml"), "[scheduler]\nquantum = \"many\"\n");

        Finished finished = start("--listen", "127.0.0.1:0");

        assertThat(finished.sentence(Finished.REFUSED)).contains("fila.toml", "scheduler.quantum", "Expected");
    }

    @Test
    void wrongValueInTheEnvironmentIsNamed() throws InterruptedException {
        try (Program program = BrokerProcess.in(directory)
                .with("storage.durability", "perhaps")
                .launch("--listen", "127.0.0.1:0")) {
            assertThat(program.finish().sentence(Finished.REFUSED))
                    .contains("FILA_STORAGE__DURABILITY")
                    .containsIgnoringCase("group");
        }
    }

    @Test
    void missingConfigurationFileIsNamed() throws InterruptedException {
        Finished finished = start("--config", "nowhere.toml");

        assertThat(finished.sentence(Finished.REFUSED)).contains("nowhere.toml").doesNotContain("Exception");
    }

    @Test
    void unknownFlagIsWrongUsage() throws InterruptedException {
        assertThat(start("--lisen", "127.0.0.1:0").sentence(Finished.MISUSED)).contains("--lisen");
        assertThat(start("--listen").sentence(Finished.MISUSED)).contains("--listen");
    }

    @Test
    void unknownKeyIsAWarningThatNamesTheNearest() throws IOException, InterruptedException {
        Files.writeString(directory.resolve("fila.toml"), "[scheduler]\nqantum = 5\n");
        try (BrokerProcess broker = BrokerProcess.in(directory).start()) {
            assertThat(broker.log()).contains("scheduler.qantum", "scheduler.quantum");
            assertThat(broker.terminate().exitCode()).isZero();
        }
    }

    private Finished start(String... flags) throws InterruptedException {
        try (Program program = BrokerProcess.in(directory).launch(flags)) {
            return program.finish();
        }
    }
}
