package io.fila.retracker.forwarder;

import static io.fila.retracker.torrent.Torrents.at;
import static io.fila.retracker.torrent.Torrents.leecher;
import static org.assertj.core.api.Assertions.assertThat;

import io.fila.client.Producer;
import io.fila.embedded.VirtualFila;
import io.fila.retracker.forwarder.JobQueue.Lane;
import io.fila.retracker.forwarder.JobQueue.Offer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class BrokerJobQueueTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(before);
    }

    @Test
    void brokerThatStoresNothingIsMentionedOnceUntilItStoresAgain() {
        String name = JobQueues.name(Lane.NORMAL);
        try (VirtualFila fila = VirtualFila.start();
                Producer producer = fila.client().producer()) {
            JobQueue queue = new BrokerJobQueue(fila.client(), producer, new Backlog(100));
            assertThat(offer(queue, 1)).isEqualTo(Offer.FULL);
            assertThat(offer(queue, 2)).isEqualTo(Offer.FULL);
            assertThat(complaints()).isEqualTo(1);

            fila.client().admin().createQueue(name);
            assertThat(offer(queue, 3)).isEqualTo(Offer.STORED);
            assertThat(offer(queue, 3)).isEqualTo(Offer.DUPLICATE);
            fila.client().admin().deleteQueue(name);

            assertThat(offer(queue, 4)).isEqualTo(Offer.FULL);
            assertThat(offer(queue, 5)).isEqualTo(Offer.FULL);
            assertThat(complaints()).isEqualTo(2);
        }
    }

    private static Offer offer(JobQueue queue, int torrent) {
        return queue.offer(new AnnounceJob("f", leecher(torrent, 1, at("10.0.0.1", 1)), 0), Lane.NORMAL)
                .join();
    }

    private long complaints() {
        return said.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("could not be stored"))
                .count();
    }
}
