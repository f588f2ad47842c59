package io.fila.cli.message;

import com.google.protobuf.ByteString;
import io.fila.cli.arguments.Arguments;
import io.fila.cli.arguments.Option;
import io.fila.cli.arguments.Syntax;
import io.fila.cli.arguments.WrongUsage;
import io.fila.cli.output.Json;
import io.fila.cli.session.BrokerCommand;
import io.fila.cli.session.Session;
import io.fila.client.Outgoing;
import io.fila.client.Producer;
import io.fila.client.ProducerOptions;
import io.fila.client.Receipt;
import io.fila.client.error.FilaException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** {@code fila enqueue}. */
public final class Enqueue implements BrokerCommand {
    private static final int LINES_UNDER_WAY = 1000;

    @Override
    public Syntax syntax() {
        return Syntax.of("Put a message into a queue and print its id.")
                .parameter("QUEUE", "The name of the queue.")
                .optionalParameter("PAYLOAD", "The message. Default: all of standard input.")
                .option(new Option("--header", "K=V", Option.Times.REPEATED, "A header; repeatable."))
                .option("--key", "KEY", "The fairness key. Default: default.")
                .option("--weight", "N", "The weight of that fairness key. Default: 1.")
                .option(new Option("--throttle-key", "KEY", Option.Times.REPEATED, "A throttle key; repeatable."))
                .option("--delay", "TIME", "Deliver no sooner than this time from now.")
                .option("--ttl", "TIME", "Drop the message if it is not delivered in this time.")
                .option("--dedup-key", "KEY", "Store it only if the queue has no message with this key.")
                .flag("--lines", "Send each line of standard input as a message, in order.")
                .note("The queue's on_enqueue script overrides --key, --weight and --throttle-key.")
                .example("fila enqueue orders --key acme \"one coffee\"")
                .example("fila enqueue orders --delay 1m --dedup-key order-17 \"one tea\"")
                .example("fila enqueue orders --header tenant=acme < order.json")
                .example("seq 1000 | fila enqueue orders --key acme --lines");
    }

    @Override
    public void run(Arguments arguments, Session session) throws IOException {
        String queue = arguments.required("QUEUE");
        String payload = arguments.get("PAYLOAD");
        Outgoing template = template(arguments);
        if (arguments.has("--lines")) {
            if (payload != null) {
                throw new WrongUsage("Expected either a PAYLOAD or --lines but found both");
            }
            enqueueLines(queue, template, session);
        } else {
            ByteString bytes =
                    payload == null ? ByteString.readFrom(session.terminal().in()) : ByteString.copyFromUtf8(payload);
            print(session, session.fila().enqueue(queue, template.withPayload(bytes)));
        }
    }

    private static Outgoing template(Arguments arguments) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (String header : arguments.all("--header")) {
            int equals = header.indexOf('=');
            if (equals < 1) {
                throw new WrongUsage("Expected --header to be like tenant=acme but found \"" + header + "\"");
            }
            headers.put(header.substring(0, equals), header.substring(equals + 1));
        }
        long weight = arguments.number("--weight", 0, 0);
        return WrongUsage.unless(() -> withOptions(
                Outgoing.of(ByteString.EMPTY)
                        .withHeaders(headers)
                        .withFairnessKey(arguments.getOr("--key", ""))
                        .withWeight(weight)
                        .withThrottleKeys(arguments.all("--throttle-key")),
                arguments));
    }

    private static Outgoing withOptions(Outgoing message, Arguments arguments) {
        Outgoing changed = message;
        if (arguments.has("--delay")) {
            changed = changed.withDelay(arguments.span("--delay", Duration.ZERO));
        }
        if (arguments.has("--ttl")) {
            changed = changed.withTtl(arguments.span("--ttl", Duration.ofMillis(1)));
        }
        String dedupKey = arguments.get("--dedup-key");
        return dedupKey == null ? changed : changed.withDedupKey(dedupKey);
    }

    /**
     * On one stream and never sent again, so that they are stored in their order. Ids are printed as they come while nothing
     * more has been typed, so that whoever reads along a slow pipe sees each line's.
     */
    private static void enqueueLines(String queue, Outgoing template, Session session) throws IOException {
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(session.terminal().in(), StandardCharsets.UTF_8));
        ArrayDeque<CompletableFuture<Receipt>> underWay = new ArrayDeque<>();
        try (Producer producer =
                session.fila().producer(ProducerOptions.DEFAULT.withResend(ProducerOptions.Resend.NEVER))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                underWay.add(producer.sendAsync(queue, template.withPayload(ByteString.copyFromUtf8(line))));
                while (!underWay.isEmpty() && (underWay.size() > LINES_UNDER_WAY || !reader.ready())) {
                    print(session, stored(underWay.remove()));
                }
            }
            while (!underWay.isEmpty()) {
                print(session, stored(underWay.remove()));
            }
        }
    }

    private static Receipt stored(CompletableFuture<Receipt> receipt) {
        try {
            return receipt.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof FilaException refused ? refused : failed;
        }
    }

    private static void print(Session session, Receipt receipt) {
        String id = receipt.id();
        if (receipt.dropped()) {
            // Whoever reads ids from the output goes on reading ids.
            session.terminal().err().println("Dropped: the queue is full.");
            session.output().printJson(new Json().put("dropped", true));
        } else if (receipt.duplicate()) {
            session.terminal().err().println("Not stored: the queue already has a message with this dedup key.");
            session.print(id, new Json().put("message_id", id).put("duplicate", true));
        } else {
            session.print(id, new Json().put("message_id", id));
        }
    }
}
