package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.retracker.torrent.Announce;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class DeparturesTest {
    private static final Announce A = leecher(1, 1, at("10.0.0.1", 1));

    private final Departures departures = new Departures();

    @Test
    void clientHasLeftUntilItReturns() {
        assertThat(departures.hasLeft(A, 0)).isFalse();
        departures.left(A, 0);
        assertThat(departures.hasLeft(A, 0)).isTrue();
        departures.returned(A);
        assertThat(departures.hasLeft(A, 0)).isFalse();
    }

    @Test
    void nobodyLeavesForAnotherWhoseNameHeKnows() {
        departures.left(leecher(1, 1, at("10.0.0.66", 1)), 0);

        assertThat(departures.hasLeft(A, 0)).isFalse();
    }

    @Test
    void departureIsForgottenAfterAWhile() {
        departures.left(A, 0);

        assertThat(departures.hasLeft(A, Departures.MEMORY.toMillis() - 1)).isTrue();
        assertThat(departures.hasLeft(A, Departures.MEMORY.toMillis())).isFalse();
    }

    @Test
    void ofTooManyTheOldestAreForgotten() {
        departures.left(A, 0);
        IntStream.range(0, Departures.MOST).forEach(i -> departures.left(leecher(2 + i, 1, at("10.0.0.1", 1)), 0));

        assertThat(departures.hasLeft(A, 0)).isFalse();
        assertThat(departures.hasLeft(leecher(2, 1, at("10.0.0.1", 1)), 0)).isTrue();
    }
}
