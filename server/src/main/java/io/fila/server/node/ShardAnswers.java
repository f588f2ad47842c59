package io.fila.server.node;

import io.fila.core.command.Command;
import io.fila.core.queue.QueueName;
import io.fila.core.queue.QueueStats.ThrottleStats;
import io.fila.core.reply.Done;
import io.fila.core.reply.Refusal;
import io.fila.core.throttle.Loan;
import io.fila.server.grpc.admin.QueueCreation;
import io.fila.server.host.BrokerHost;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the broker of a shard answers when others ask. Any thread; waits for the broker. */
final class ShardAnswers {
    private final BrokerHost host;

    ShardAnswers(BrokerHost host) {
        this.host = host;
    }

    byte[] to(ShardQuestion question) throws IOException {
        return switch (question) {
            case ShardQuestion.Find find ->
                number(Awaited.<Integer>of(host, reply -> new Command.FindPlace(find.queue(), reply))
                        .orThrow());
            case ShardQuestion.Create create ->
                refusal(Awaited.<QueueName>of(host, reply -> QueueCreation.command(create.request(), reply))
                        .refusal());
            case ShardQuestion.Count count -> number(host.queues().names().size());
            case ShardQuestion.Adopt adopt ->
                refusal(Awaited.<Done>of(
                                host,
                                reply -> new Command.Adopt(
                                        adopt.term(),
                                        adopt.settingsIn(),
                                        adopt.settings(),
                                        adopt.keysIn(),
                                        adopt.keys(),
                                        reply))
                        .refusal());
            case ShardQuestion.Lend lend ->
                LoanCodec.encode(
                        Awaited.<Loan>of(host, reply -> new Command.Lend(lend.throttleKey(), lend.wanted(), reply))
                                .orThrow());
            case ShardQuestion.Throttles throttles ->
                ThrottleCodec.encode(Awaited.<List<ThrottleStats>>of(
                                host, reply -> new Command.FindThrottles(throttles.keys(), reply))
                        .orThrow());
            case ShardQuestion.Status _, ShardQuestion.Transfer _ ->
                throw new IllegalArgumentException("Expected a question for a broker but found " + question + ".");
        };
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
    }

    static byte[] refusal(@Nullable Refusal refusal) {
        return refusal == null
                ? new byte[0]
                : (refusal.code() + ":" + refusal.sentence()).getBytes(StandardCharsets.UTF_8);
    }

    static @Nullable Refusal refusal(byte[] encoded) {
        if (encoded.length == 0) {
            return null;
        }
        String text = new String(encoded, StandardCharsets.UTF_8);
        int colon = text.indexOf(':');
        return new Refusal(Refusal.Code.valueOf(text.substring(0, colon)), text.substring(colon + 1), 0);
    }
}
