package io.fila.server.http;

import io.fila.core.reply.Refusal;
import io.fila.server.cluster.ClusterView;
import io.fila.server.metrics.ClusterMetrics;
import io.fila.server.metrics.Exposition;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of a node of a cluster. While it leads it has a broker to tell of; while it follows it tells of the cluster alone. Runs on
 * the event loops.
 */
final class NodeMetrics implements Handler {
    private final Watched ofBroker;
    private volatile @Nullable Node node;

    /** @param admits whoever may see it while only the configuration is there to ask */
    private record Node(Supplier<List<ClusterView>> shards, Predicate<@Nullable String> admits) {}

    NodeMetrics(Watched ofBroker) {
        this.ofBroker = ofBroker;
    }

    void join(Supplier<List<ClusterView>> shards, Predicate<@Nullable String> admits) {
        node = new Node(shards, admits);
    }

    @Override
    public void handle(Exchange exchange) {
        Node following = node;
        if (following == null || ofBroker.isOpen()) {
            ofBroker.handle(exchange);
        } else if (following.admits().test(exchange.token())) {
            Exposition text = new Exposition();
            ClusterMetrics.write(following.shards().get(), text);
            exchange.answer(Answer.of(200, Exposition.TYPE, text.toString()));
        } else {
            exchange.answer(Answer.refusal(Refusal.unauthenticated()));
        }
    }
}
