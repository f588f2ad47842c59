package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HoldingsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void aNewDirectoryHasHadNothing() throws IOException {
        Holdings holdings = new Holdings(directory);

        assertThat(holdings.hasBegun()).isFalse();
        assertThat(holdings.begun(3)).isEmpty();
        assertThat(holdings.givenUp()).isEmpty();
    }

    @Test
    void whatWasNotedIsKnownToTheNextStart() throws IOException {
        Holdings holdings = new Holdings(directory);
        holdings.noteBegun(Set.of(0, 2), 3);
        holdings.noteBegun(Set.of(0, 1), 3);
        holdings.noteGivenUp(2);

        Holdings next = new Holdings(directory);

        assertThat(next.hasBegun()).isTrue();
        assertThat(next.begun(3)).containsExactly(0, 1);
        assertThat(next.givenUp()).containsExactly(2);
    }

    @Test
    void anEarlierBuildHadAllShardsAndDidNotSayWhich() throws IOException {
        Files.writeString(directory.resolve("begun"), "");
        Holdings holdings = new Holdings(directory);

        assertThat(holdings.begun(3)).containsExactly(0, 1, 2);
        holdings.noteGivenUp(1);
        assertThat(holdings.begun(3)).containsExactly(0, 2);
        holdings.noteBegun(Set.of(0, 2), 3);
        assertThat(holdings.begun(3)).containsExactly(0, 2);
    }
}
