package io.fila.server.node;

import io.fila.cluster.Shard;
import io.fila.core.command.Command;
import io.fila.core.reply.Done;
import io.fila.core.throttle.Loan;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings tokens from the first shard, which owns all buckets, to another where messages wait for them. The first commits them as spent
 * before they come; what is lost on the way is lost, and never spent twice. One thread, for as long as the shard is led here; it sleeps
 * until somebody waits.
 */
final class Borrower {
    private static final Logger log = LoggerFactory.getLogger(Borrower.class);

    /** How often it looks while messages wait for tokens. */
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);

    /** How long a bucket is left alone that has no tokens and may not get any by itself: somebody may change its rate. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final BrokerHost host;
    private final long term;
    private final Shard own;
    private final Shard first;

    /** When the owner of a bucket may have more, by throttle key. */
    private final Map<String, Long> notBeforeNanos = new HashMap<>();

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
                    Done _ = Awaited.<Done>of(host, Command.AwaitWants::new).orThrow();
                    borrowWhileWanted();
                } catch (IOException | RuntimeException notNow) {
                    log.debug("No tokens can be had, or none are wanted.", notNow);
                    Thread.sleep(LOOK_EVERY);
                }
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void borrowWhileWanted() throws IOException, InterruptedException {
        notBeforeNanos.clear();
        Map<String, Integer> wants;
        do {
            wants = wants();
            for (Map.Entry<String, Integer> want : wants.entrySet()) {
                borrow(want.getKey(), want.getValue());
            }
            Thread.sleep(LOOK_EVERY);
        } while (!wants.isEmpty() && own.leads(term));
    }

    private Map<String, Integer> wants() throws IOException {
        return Awaited.<Map<String, Integer>>of(host, Command.FindWants::new).orThrow();
    }

    private void borrow(String key, int tokens) throws IOException {
        long now = System.nanoTime();
        Long notBefore = notBeforeNanos.get(key);
        if (notBefore != null && now - notBefore < 0) {
            return;
        }
        Loan loan = LoanCodec.decode(first.ask(new ShardQuestion.Lend(key, tokens).encode()));
        if (loan.tokens() < tokens) {
            notBeforeNanos.put(key, now + Math.min(loan.nextInNanos(), LONGEST_WAIT.toNanos()));
        }
        if (loan.tokens() > 0) {
            Done _ = Awaited.<Done>of(host, reply -> new Command.Credit(key, loan.tokens(), reply))
                    .orThrow();
        }
    }
}
