package io.fila.server.http;

import io.fila.core.reply.Refusal;
import io.fila.server.grpc.Admission;
import io.fila.server.telemetry.BrokerInspector;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Lets those through to a broker that can be looked at who may see all of it. */
final class Watched implements Handler {
    private final Admission admission;
    private final BiConsumer<Exchange, BrokerInspector> then;
    private volatile @Nullable BrokerInspector observatory;

    /** @param then answers those; on the event loop */
    Watched(Admission admission, BiConsumer<Exchange, BrokerInspector> then) {
        this.admission = admission;
        this.then = then;
    }

    /** The broker is there. */
    void open(BrokerInspector opened) {
        observatory = opened;
    }

    boolean isOpen() {
        return observatory != null;
    }

    /** It is gone. */
    void close() {
        observatory = null;
    }

    @Override
    public void handle(Exchange exchange) {
        InetSocketAddress from = exchange.from();
        InetAddress address = from == null ? null : from.getAddress();
        admission.judge(exchange.token(), address, refusal -> exchange.loop().execute(() -> admit(exchange, refusal)));
    }

    private void admit(Exchange exchange, @Nullable Refusal refusal) {
        BrokerInspector opened = observatory;
        if (refusal != null) {
            exchange.answer(Answer.refusal(refusal));
        } else if (opened == null) {
            exchange.answer(Answer.refusal(Refusal.unavailable("The broker is starting; try again in a moment.")));
        } else {
            then.accept(exchange, opened);
        }
    }
}
