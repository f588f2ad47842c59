package io.fila.server.grpc.message;

import io.fila.core.command.Accepted;
import io.fila.core.command.Command;
import io.fila.core.hook.Content;
import io.fila.core.hook.EnqueueDecision;
import io.fila.core.message.EnqueueOptions;
import io.fila.core.message.Scheduling;
import io.fila.core.queue.QueueName;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import io.fila.core.runtime.Clock;
import io.fila.proto.v1.FilaServiceGrpc;
import io.fila.scripting.LuaHooks;
import io.fila.server.access.Caller;
import io.fila.server.enqueue.BytesUnderWay;
import io.fila.server.enqueue.EnqueueOptionRules;
import io.fila.server.enqueue.MessageIds;
import io.fila.server.enqueue.MessageLimits;
import io.fila.server.grpc.access.AccessTable;
import io.fila.server.grpc.access.Requirement;
import io.fila.server.grpc.call.CommandGateway;
import io.fila.server.host.BrokerHost;
import io.fila.server.host.QueueDirectory;
import io.fila.server.metrics.Refusals;
import io.fila.server.script.ScriptThreads;
import io.fila.server.wire.EncodedContent;
import io.fila.server.wire.EncodedEnqueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The way of a message into the broker, whichever call it came by: past the limits, past the queue's script, through the
 * gateway. Any thread; nothing here waits.
 */
public final class EnqueuePath {
    /**
     * Messages a stream may have under way while consumers wait for others to be read from disk. A producer that runs ahead would
     * take the processor time that its consumers need, and every message would make the way over the disk. As a number of
     * messages at a time it slows a busy broker's producers down, and hardly those of an idle one.
     */
    private static final int ITEMS_WHILE_CONSUMERS_WAIT = 64;

    private final Requirement need = AccessTable.of(FilaServiceGrpc.getEnqueueMethod());
    private final CommandGateway gateway;
    private final Clock clock;
    private final MessageIds ids;
    private final MessageLimits limits;
    private final BytesUnderWay underWay;
    private final LuaHooks hooks;
    private final ScriptThreads scriptThreads;
    private final QueueDirectory queues;
    private final Refusals refusals;
    private final BooleanSupplier consumersWait;
    private final StreamMemory streamMemory;

    public EnqueuePath(
            CommandGateway gateway,
            MessageLimits limits,
            BytesUnderWay underWay,
            BrokerHost host,
            StreamMemory streamMemory,
            Refusals refusals) {
        this.refusals = refusals;
        this.gateway = gateway;
        this.clock = host.clock();
        this.ids = new MessageIds(clock);
        this.limits = limits;
        this.underWay = underWay;
        this.hooks = host.hooks();
        this.scriptThreads = host.scriptThreads();
        this.queues = host.queues();
        this.consumersWait = host::isReadingPages;
        this.streamMemory = streamMemory;
    }

    /** Takes the message of a single call in. What is refused here is not followed by a flush. */
    void take(EncodedEnqueue request, Caller caller, Reply<Accepted> whenDone) {
        take(request, caller, gateway, whenDone);
    }

    /** A gateway for the messages of one stream. */
    CommandGateway forStream() {
        return gateway.forFeed();
    }

    /** The same for a message of a stream, by the stream's own gateway. */
    void take(EncodedEnqueue request, Caller caller, CommandGateway by, Reply<Accepted> whenDone) {
        Refusal objection = need.objection(caller, request.queue(), TimeUnit.NANOSECONDS.toMillis(clock.nowNanos()));
        if (objection == null) {
            objection = QueueName.objection(request.queue());
        }
        if (objection == null) {
            objection = limits.objection(request);
        }
        if (objection == null) {
            objection = EnqueueOptionRules.objection(request.options(), clock.wallNanos());
        }
        if (objection != null) {
            refuse(request, objection, whenDone);
            return;
        }
        int size = request.body().size();
        Refusal tooMuch = caller.take(size, clock.nowNanos());
        if (tooMuch != null) {
            refuse(request, tooMuch, whenDone);
            return;
        }
        if (!underWay.take(size)) {
            refuse(
                    request,
                    Refusal.exhausted("Expected at most " + underWay.limit()
                            + " bytes of messages under way but there are that many; try again in a moment."),
                    whenDone);
            return;
        }
        QueueName queue = new QueueName(request.queue());
        Reply<Accepted> reply = new Receipt(this, queue, size, whenDone);
        if (!hooks.hasOnEnqueue(queue)) {
            enter(queue, scheduling(queue, request, caller), request, by, reply);
        } else if (!scriptThreads.submit(queue, () -> askAndEnter(queue, request, caller, by, reply))) {
            reply.refuse(Refusal.exhausted("Expected the scripts of queue " + queue
                    + " to keep up but too many messages wait for them; try again in a moment."));
        }
    }

    private void refuse(EncodedEnqueue request, Refusal why, Reply<Accepted> whenDone) {
        boolean exists =
                QueueName.objection(request.queue()) == null && queues.find(new QueueName(request.queue())) != null;
        refusals.note(request.queue(), exists, why);
        whenDone.refuse(why);
    }

    /** How many messages a stream may have under way now. */
    int room() {
        if (gateway.isCrowded() || underWay.isCrowded()) {
            return Inflow.ITEMS_IN_A_CROWD;
        }
        boolean givesWay = consumersWait.getAsBoolean() && !streamMemory.isHalfFull();
        return givesWay ? ITEMS_WHILE_CONSUMERS_WAIT : Inflow.ITEMS;
    }

    private void askAndEnter(
            QueueName queue, EncodedEnqueue request, Caller caller, CommandGateway by, Reply<Accepted> reply) {
        Scheduling asked = scheduling(queue, request, caller);
        Content content = new SentContent(EncodedContent.of(request.body()), caller.principal());
        boolean onItsWay = switch (hooks.onEnqueue(queue, asked, content)) {
            case EnqueueDecision.Take take -> enter(queue, owned(queue, take.scheduling(), caller), request, by, reply);
            case EnqueueDecision.Bury bury -> bury(queue, asked, bury.reason(), request, by, reply);
            case EnqueueDecision.Refuse refuse -> {
                reply.refuse(refuse.refusal());
                yield false;
            }
        };
        if (!onItsWay) {
            reply.flush();
        }
    }

    private boolean bury(
            QueueName queue,
            Scheduling asked,
            String reason,
            EncodedEnqueue request,
            CommandGateway by,
            Reply<Accepted> reply) {
        String dedupKey = EnqueueOptionRules.read(request.options(), clock).dedupKey();
        return by.enter(
                new Command.EnqueueDeadLetter(
                        queue, ids.next(), asked, dedupKey, SettlementCalls.kept(reason), request.body(), reply),
                reply);
    }

    private boolean enter(
            QueueName queue, Scheduling scheduling, EncodedEnqueue request, CommandGateway by, Reply<Accepted> reply) {
        EnqueueOptions options = EnqueueOptionRules.read(request.options(), clock);
        return by.enter(new Command.Enqueue(queue, ids.next(), scheduling, options, request.body(), reply), reply);
    }

    private Scheduling scheduling(QueueName queue, EncodedEnqueue request, Caller caller) {
        if (!queues.isByPrincipal(queue)) {
            return scheduling(request);
        }
        return new Scheduling(key(caller), 1, request.throttleKeys());
    }

    /** As a script says, except for whose message it is where that is not for a script to say. */
    private Scheduling owned(QueueName queue, Scheduling decided, Caller caller) {
        return queues.isByPrincipal(queue) ? decided.of(key(caller)) : decided;
    }

    private static String key(Caller caller) {
        String principal = caller.principal();
        return principal.isEmpty() ? Scheduling.DEFAULT_KEY : principal;
    }

    private static Scheduling scheduling(EncodedEnqueue request) {
        boolean plain = request.fairnessKey().isEmpty()
                && request.weight() <= 1
                && request.throttleKeys().isEmpty();
        return plain
                ? Scheduling.DEFAULT
                : new Scheduling(
                        request.fairnessKey().isEmpty() ? Scheduling.DEFAULT_KEY : request.fairnessKey(),
                        Math.max(1, request.weight()),
                        request.throttleKeys());
    }

    /** The answer to an enqueue; whatever it is, the message no longer counts as under way. */
    private record Receipt(EnqueuePath intake, QueueName queue, int size, Reply<Accepted> whenDone)
            implements Reply<Accepted> {
        @Override
        public void accept(Accepted accepted) {
            intake.underWay.giveBack(size);
            whenDone.accept(accepted);
        }

        @Override
        public void refuse(Refusal refusal) {
            intake.underWay.giveBack(size);
            intake.refusals.note(queue.value(), intake.queues.find(queue) != null, refusal);
            whenDone.refuse(refusal);
        }

        @Override
        public void flush() {
            whenDone.flush();
        }
    }
}
