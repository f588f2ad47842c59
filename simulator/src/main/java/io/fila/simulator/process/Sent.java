package io.fila.simulator.process;

import io.fila.core.command.Command;
import io.fila.core.reply.Refusal;
import io.fila.core.reply.Reply;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A command sent to the broker, its answer, and the client that waits for it. */
public final class Sent {
    private final Command command;
    private final Consumer<Answer> client;
    private final boolean wantsAnswer;

    /** The command that this one carries on with; its client waits for the answer. */
    private final @Nullable Sent carriedOn;

    private @Nullable Answer answer;

    /** Its answer is known because its turn is committed, but may not have left. */
    private boolean isForeseen;

    private boolean hasLeft;

    private Sent(Command command, @Nullable Sent carriedOn) {
        this.command = command;
        this.client = given -> {};
        this.wantsAnswer = carriedOn != null;
        this.carriedOn = carriedOn;
    }

    private <T> Sent(Function<Reply<T>, Command> command, Consumer<Answer> client) {
        this.client = client;
        this.wantsAnswer = true;
        this.carriedOn = null;
        this.command = command.apply(new Note<T>());
    }

    /** A command that is not answered. */
    public static Sent telling(Command command) {
        return new Sent(command, (Sent) null);
    }

    /** A command that carries on with another one and has its reply. */
    public static Sent carryingOn(Command command, Reply<?> reply) {
        return new Sent(command, behind(reply));
    }

    /** The command with this reply; null if no client waits for it. */
    public static @Nullable Sent waitingFor(Reply<?> reply) {
        return reply instanceof Note<?> note ? note.sent() : null;
    }

    /** The command with this reply. */
    public static Sent behind(Reply<?> reply) {
        if (reply instanceof Note<?> note) {
            return note.sent();
        }
        throw new IllegalArgumentException("Expected a reply of a command that was sent but found " + reply);
    }

    public static <T> Sent asking(Function<Reply<T>, Command> command, Consumer<Answer> client) {
        return new Sent(command, client);
    }

    /** Notes the answer. The client gets it only if the process lives to release it. */
    private final class Note<T> implements Reply<T> {
        Sent sent() {
            return Sent.this;
        }

        @Override
        public void accept(T value) {
            note(new Answer(value, null));
        }

        @Override
        public void refuse(Refusal refusal) {
            note(new Answer(null, refusal));
        }
    }

    private void note(Answer given) {
        if (isForeseen && !hasLeft && given.equals(answer)) {
            hasLeft = true;
            return;
        }
        if (answer != null) {
            throw new IllegalStateException("Expected one answer to " + describe() + " but got a second: " + given);
        }
        answer = given;
    }

    public Command command() {
        return command;
    }

    public @Nullable Answer answer() {
        return carriedOn == null ? answer : carriedOn.answer();
    }

    /** What it was answered so far was tried, and has not left yet. */
    void foresee() {
        if (answer != null && !isForeseen) {
            isForeseen = true;
        }
    }

    /** Whether its answer has left the broker. */
    boolean isAnswered() {
        return isForeseen ? hasLeft : answer != null;
    }

    public boolean wantsAnswer() {
        return wantsAnswer;
    }

    /** The inbox is full: the edge refuses, and the broker never sees the command. */
    void turnAway() {
        client.accept(new Answer(null, Refusal.exhausted("Expected room in the inbox but it is full; try again.")));
    }

    void letOut() {
        if (answer != null) {
            client.accept(answer);
        }
    }

    /** The command as one line, without what differs from run to run. */
    public String describe() {
        return switch (command) {
            case Command.CreateQueue it -> "create " + it.name() + " " + it.config();
            case Command.DeleteQueue it -> "delete " + it.name();
            case Command.ListQueues it -> "list";
            case Command.Observe it -> "observe " + it.focus();
            case Command.GetStats it -> "stats " + it.name();
            case Command.Explain it -> "explain " + it.name() + " key=" + it.fairnessKey() + " " + it.id();
            case Command.Enqueue it ->
                "enqueue " + it.queue() + " " + it.id().low() + " key="
                        + it.scheduling().fairnessKey() + " weight="
                        + it.scheduling().weight() + " throttles="
                        + it.scheduling().throttleKeys() + " " + it.options() + " " + it.body();
            case Command.EnqueueDeadLetter it ->
                "enqueue dead letter " + it.queue() + " " + it.id().low() + " " + it.reason() + " " + it.body();
            case Command.Attach it ->
                "attach " + it.queue() + " consumer " + it.consumer().value() + " credit=" + it.credit();
            case Command.Grant it ->
                "grant " + it.queue() + " consumer " + it.consumer().value() + " credit=" + it.credit();
            case Command.Detach it ->
                "detach " + it.queue() + " consumer " + it.consumer().value();
            case Command.Ack it -> "ack " + it.queue() + " " + it.id().low();
            case Command.Nack it -> "nack " + it.queue() + " " + it.id().low() + " " + it.reason();
            case Command.PageLoaded it ->
                "page of queue " + it.queue().value() + " key=" + it.fairnessKey() + " lane=" + it.lane() + " ticket="
                        + it.ticket() + " "
                        + it.page().messages().size() + " messages, damaged "
                        + it.page().damagedPositions() + ", through "
                        + it.page().readThrough();
            case Command.SetAside it ->
                "set aside in queue " + it.queue().value() + " " + it.id().low();
            case Command.ScheduleLoaded it ->
                "events of queue " + it.queue().value() + " ticket=" + it.ticket() + " "
                        + it.page().messages().keySet();
            case Command.FailureDecided it -> "decided " + it.failure() + " " + it.decision();
            case Command.Redrive it -> "redrive " + it.deadLetters() + " up to " + it.limit();
            case Command.RedriveDecided it -> "redriven " + it.redriven();
            case Command.SetConfig it -> "set " + it.key() + "=" + it.value();
            case Command.Extend it -> "extend " + it.queue() + " " + it.id().low() + " by " + it.nanos();
            case Command.UpdateQueue it -> "update " + it.name();
            case Command.Pause it -> (it.paused() ? "pause " : "resume ") + it.name() + " key=" + it.fairnessKey();
            case Command.SetWeight it -> "weigh " + it.name() + " key=" + it.fairnessKey() + " weight=" + it.weight();
            case Command.Purge it ->
                "purge " + it.name() + " key=" + it.fairnessKey() + " before " + it.acceptedBeforeNanos() + " up to "
                        + it.limit();
            case Command.Move it -> "move " + it.name() + " " + it.id().low() + " to " + it.target();
            case Command.Cancel it ->
                "cancel " + it.queue() + " " + it.dedupKey() + (it.found() == null ? "" : " found on disk");
            case Command.GetConfig it -> "get " + it.key();
            case Command.OfShards it -> it.toString();
            case Command.ListConfig it -> "settings " + it.prefix();
            case Command.CreateKey it -> "create key " + it.key().id() + " for " + it.by();
            case Command.RevokeKey it -> "revoke key " + it.id() + " for " + it.by();
            case Command.ListKeys it -> "keys for " + it.by();
            case Command.GetKey it -> "key " + it.id() + " for " + it.by();
            case Command.SetPermissions it -> "let key " + it.id() + " do " + it.permissions() + " for " + it.by();
            case Command.SetKeyLimits it -> "limit key " + it.id() + " to " + it.limits() + " for " + it.by();
            case Command.RotateKey it -> "rotate key " + it.id() + " for " + it.by();
            case Command.KeyUsed it -> "key used " + it.id();
            case Command.DiskSpace it -> it.low() ? "disk low" : "disk ok";
        };
    }
}
