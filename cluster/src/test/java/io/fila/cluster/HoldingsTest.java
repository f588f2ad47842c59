package io.fila.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

    /** A wrong number would have a copy deleted that is needed, or one taken again that was given up. */
    @Test
    void aDamagedFileIsRefused() throws IOException {
        Holdings holdings = new Holdings(directory);
        holdings.noteGivenUp(2);
        Path file = directory.resolve("given-up");
        String good = Files.readString(file);

        Files.writeString(file, good.replaceFirst("2", "1"));
        assertThatThrownBy(holdings::givenUp)
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("checksum");
        Files.writeString(file, "");
        assertThatThrownBy(holdings::givenUp).isInstanceOf(ClusterException.class);
        Files.writeString(file, good);
        assertThat(holdings.givenUp()).containsExactly(2);
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
