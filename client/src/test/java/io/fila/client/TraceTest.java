package io.fila.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fila.client.fake.FakeBroker;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TraceTest {
    private static final TraceContext TRACE =
            new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=1");

    private final AtomicReference<@Nullable TraceContext> current = new AtomicReference<>();
    private final FakeBroker broker = FakeBroker.start();
    private final FilaClient client =
            FilaClient.connect(ClientOptions.of(broker.address()).withTrace(current::get));

    @AfterEach
    void close() {
        client.close();
        broker.close();
    }

    @Test
    void aCallCarriesTheTraceItBelongsTo() {
        client.admin().createQueue("orders");
        assertThat(broker.lastHeader("traceparent")).isNull();
        current.set(TRACE);

        client.admin().listQueues();

        assertThat(broker.lastHeader("traceparent")).isEqualTo(TRACE.traceparent());
        assertThat(broker.lastHeader("tracestate")).isEqualTo("vendor=1");
    }

    @Test
    void aMessageCarriesItsProducersTraceToItsConsumer() throws InterruptedException {
        client.admin().createQueue("orders");
        try (Producer producer = client.producer();
                Deliveries deliveries = client.consume("orders")) {
            current.set(TRACE);
            producer.send("orders", Outgoing.of("traced"));
            producer.send("orders", Outgoing.of("by hand").withHeader("traceparent", "something else"));
            current.set(null);
            producer.send("orders", Outgoing.of("untraced"));

            assertThat(take(deliveries).trace()).contains(TRACE);
            assertThat(take(deliveries).headers()).containsEntry("traceparent", "something else");
            assertThat(take(deliveries).trace()).isEmpty();
        }
    }

    @Test
    void aTraceparentHasAForm() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TraceContext.of("00-short-01"))
                .withMessageContaining("but found \"00-short-01\"");
    }

    private static Delivery take(Deliveries deliveries) throws InterruptedException {
        Delivery delivery = deliveries.take();
        assertThat(delivery).isNotNull();
        return delivery;
    }
}
