package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.command.Command;
import io.fila.core.reply.Done;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings tokens from the first shard, which owns all buckets, to another where messages wait for them. The first commits them as spent
 * before they come; what is lost on the way is lost, and never spent twice. One thread, for as long as the shard is led here.
 */
final class Borrower {
    private static final Logger log = LoggerFactory.getLogger(Borrower.class);

    /** How long messages wait for tokens that are there, at most. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    private final BrokerHost host;
    private final long term;
    private final Shard own;
    private final Shard first;

    private Borrower(BrokerHost host, long term, Shard own, Shard first) {
        this.host = host;
        this.term = term;
        this.own = own;
        this.first = first;
    }

    static void begin(BrokerHost host, long term, Shard own, Shard first) {
        Borrower borrower = new Borrower(host, term, own, first);
        Thread.ofVirtual().name("fila-borrower-" + own.number()).start(borrower::runWhileLeading);
    }

    private void runWhileLeading() {
        try {
            while (own.leads(term)) {
                try {
                    borrow();
                } catch (IOException | RuntimeException notNow) {
                    log.debug("No tokens can be had.", notNow);
                }
                Thread.sleep(LOOK_EVERY);
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void borrow() throws IOException {
        if (!host.hasThrottles()) {
            return;
        }
        Map<String, Integer> wants = Awaited.<Map<String, Integer>>of(
                        host, reply -> new Command.FindWants(key -> false, reply))
                .orThrow();
        for (Map.Entry<String, Integer> want : wants.entrySet()) {
            int lent = ByteBuffer.wrap(first.ask(new ShardQuestion.Lend(want.getKey(), want.getValue()).encode()))
                    .getInt();
            if (lent > 0) {
                Done _ = Awaited.<Done>of(host, reply -> new Command.Credit(want.getKey(), lent, reply))
                        .orThrow();
            }
        }
    }
}
